// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.call.ReceivedCall;

/**
 * Tests that a seed always produces the same run. In particular, the packets do not depend on where the JVM allocates
 * memory.
 */
class WireDeterminismTest {
    private final List<String> first = new ArrayList<>();
    private final List<String> second = new ArrayList<>();

    private static void record(final RpcCall call, final List<String> messages) {
        messages.add(HexFormat.of().formatHex(ReceivedCall.message(call)));
        TransportFixture.echo(call);
    }

    private static void callWithChunks(final TransportFixture fixture, final int xid) {
        final ClientCall call = fixture.stage(xid, 64);
        call.readSegment(40, fixture.address(100), 9000);
        TransportFixture.writeChunk(call, fixture.address(20_000), 5000);
        call.replySegment(fixture.address(40_004), 10_000);
        fixture.send(call, 64, 1).answered();
    }

    @Test
    void shouldSendTheSameBytesWhereverChunkMemoryIs() {
        try (TransportFixture one = new TransportFixture().connect(call -> record(call, first));
                TransportFixture other = new TransportFixture().connect(call -> record(call, second))) {
            assertNotEquals(one.address(0), other.address(0));
            for (int xid = 0; xid < 3; xid++) {
                callWithChunks(one, xid);
                callWithChunks(other, xid);
            }
            assertFalse(first.isEmpty());
            assertEquals(first, second);
        }
    }
}
