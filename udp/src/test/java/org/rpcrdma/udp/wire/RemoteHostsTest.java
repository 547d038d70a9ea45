// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Gid;

class RemoteHostsTest {
    private final RemoteHosts hosts = new RemoteHosts(new InetSocketAddress("127.0.0.1", 4791), 32, 32);

    private static Gid gid(final int number) {
        return new Gid(0, 0xffff_0a00_0000L + number);
    }

    @Test
    void shouldEvictTheLeastRecentlyUsedHostsOneByOne() {
        final RemoteHost used = hosts.find(gid(0));
        final RemoteHost unused = hosts.find(gid(1));
        for (int i = 2; i < RemoteHosts.MOST + 10; i++) {
            hosts.find(gid(i));
            assertSame(used, hosts.find(gid(0)));
        }
        assertEquals(RemoteHosts.MOST, hosts.size());
        assertNotSame(unused, hosts.find(gid(1)));
    }

    /** If the host had a second object, it would also have a second window, and so receive two shares. */
    @Test
    void shouldFindAnEvictedHostAgainWhileItsQueuePairIsInUse() {
        final RemoteQueuePair peer = hosts.find(gid(0)).queuePair(null, 17);
        for (int i = 1; i < 3 * RemoteHosts.MOST; i++) {
            hosts.find(gid(i));
        }
        assertSame(peer.host, hosts.find(gid(0)));
        assertEquals(RemoteHosts.MOST, hosts.size());
    }

    @Test
    void shouldNotAddAHostBeforeItsDatagramsCrcIsChecked() {
        hosts.from(gid(0));
        assertEquals(0, hosts.size());
    }
}
