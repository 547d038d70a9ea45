// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.receive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeldBuffersTest {
    @Test
    void shouldKeepWhatWasAddedAndNotRemoved() {
        final HeldBuffers held = new HeldBuffers(4);
        held.add(11);
        held.add(12);
        held.add(13);
        held.remove(11);
        held.remove(13);
        held.add(14);
        held.add(15);
        held.add(16);
        final Set<Long> left = new HashSet<>();
        while (held.count() > 0) {
            left.add(held.removeLast());
        }
        assertEquals(Set.of(12L, 14L, 15L, 16L), left);
    }
}
