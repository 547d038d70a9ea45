// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Gid;

class DialogsTest {
    private static final int MANY = 5000;

    private final Dialogs dialogs = new Dialogs();

    private static Gid gid(final String address) {
        return Gid.of(new InetSocketAddress(address, 1).getAddress());
    }

    private void comeAndGo(final Gid peer) {
        dialogs.opened(peer);
        dialogs.closed(peer);
    }

    /** A host can have any number of addresses in its IPv6 network and can use all of them. */
    @Test
    void shouldCountAnIpv6NetworkAsOneHost() {
        final Gid honest = gid("fd00:0:0:1::1");
        comeAndGo(honest);
        for (int i = 0; i < MANY; i++) {
            comeAndGo(new Gid(gid("fd00:0:0:2::").subnetPrefix(), i));
        }
        assertTrue(dialogs.isKnown(honest));
    }

    @Test
    void shouldRememberAHostWhileItHasAConnection() {
        final Gid honest = gid("10.0.0.1");
        dialogs.opened(honest);
        dialogs.opened(honest);
        dialogs.closed(honest);
        for (int i = 0; i < MANY; i++) {
            comeAndGo(new Gid(0, gid("10.1.0.0").interfaceId() + i));
        }
        assertTrue(dialogs.isKnown(honest));
        dialogs.closed(honest);
        assertFalse(dialogs.isKnown(honest));
    }
}
