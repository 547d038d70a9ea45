// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.key.region.RefusingFirmware.Command;
import org.rpcrdma.verbs.VerbsException;

class PreallocatedCacheTest {
    private static final int AT_START = 12 * 500 + 64 + 32 + 16 + 8;

    @Test
    void shouldKeepMkeysThatTheFirmwareRefusesToDestroy() {
        final RegisteringHost host = new RegisteringHost();
        final PreallocatedCache cache = new PreallocatedCache(host.driver);
        host.commands.refused.add(Command.DESTROY);
        assertThrows(VerbsException.class, cache::close);
        assertEquals(AT_START, host.statistics.handlesHeld());
        host.commands.refused.clear();
        cache.close();
        host.assertNothingLeft();
    }
}
