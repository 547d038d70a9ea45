// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.link.Packet;

/** Tests the READs and atomics that a responder remembers for retransmissions. */
class RecentRequestsTest {
    @Test
    void shouldDistinguishARepeatFromAnotherReadOfTheSamePsn() {
        final RecentRequests recent = new RecentRequests(2, 1024);
        assertEquals(3, recent.addRead(readPacket(100, 3000)));
        assertEquals(true, recent.find(readPacket(100, 3000)) != RecentRequests.NONE);
        assertEquals(RecentRequests.NONE, recent.find(readPacket(100, 2999)));
        assertEquals(RecentRequests.NONE, recent.find(readPacket(103, 3000)));
        final Packet rest = readPacket(101, 3000 - 1024);
        assertEquals(RecentRequests.NONE, recent.find(rest), "the rest begins behind");
        rest.remoteAddress += 1024;
        assertEquals(true, recent.find(rest) != RecentRequests.NONE);
        rest.remoteKey++;
        assertEquals(RecentRequests.NONE, recent.find(rest));
        recent.addRead(readPacket(103, 0));
        recent.addAtomic(readPacket(104, 0), 7);
        assertEquals(RecentRequests.NONE, recent.find(readPacket(100, 3000)), "the oldest is forgotten");
    }

    private static Packet readPacket(final long psn, final int length) {
        final Packet packet = new Packet();
        packet.begin(Packet.READ_REQUEST, null, null, 0, null, psn);
        packet.messageLength = length;
        packet.remoteAddress = 5000;
        packet.remoteKey = 77;
        return packet;
    }
}
