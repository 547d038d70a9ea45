// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;
import static org.rpcrdma.transport.TransportFixture.device;
import static org.rpcrdma.transport.TransportFixture.writeChunk;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.transport.client.RpcRdmaClient;

/**
 * Tests a client on a device that grants fewer resources than the client requested. The client has fewer credits and
 * smaller chunks, but it works.
 */
class WeakDeviceTest extends TransportTest {
    /** Starts a client and a server on a device that rejects everything that exceeds its grant. */
    private TransportFixture start(final RpcService service, final WeakDevice weak) {
        return fixture.open(service, server -> server, client -> client.device(weak.over(device(client))));
    }

    @ParameterizedTest
    @CsvSource({"3, 100, 2", "10, 100, 8", "100, 10, 8", "40, 40, 32", "100, 17, 14", "200, 200, 128"})
    void shouldRequestAsManyCreditsAsQueuesHold(final int maxQpWr, final int maxCqe, final int credits) {
        start(TransportFixture::echo, new WeakDevice(maxQpWr, maxCqe, 512));
        fixture.connect();
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 0; xid < 300; xid++) {
            final Outcome outcome = new Outcome();
            outcomes.add(outcome);
            final ClientCall call = fixture.stage(xid, 64);
            call.argument(40, fixture.address(4096 * xid), 4096);
            call.send(64, outcome);
        }
        fixture.run();
        outcomes.forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        assertEquals(credits, fixture.client.creditsGranted());
    }

    /**
     * The 9000 bytes start in the middle of a page. A region consists of whole pages. Therefore, a region of one page
     * extends only to the end of that page.
     */
    @ParameterizedTest
    @CsvSource({"1, 3", "2, 2", "3, 1", "512, 1"})
    void shouldOfferSeveralSegmentsIfRegionsAreSmall(final int maxPages, final int segments) {
        final List<Integer> seen = new ArrayList<>();
        final byte[] pulled = new byte[9000];
        final RpcService service = call -> {
            seen.add(call.readSegmentCount());
            call.readPayload().getBytes(call.readPayloadOffset(0), pulled);
            call.writeChunk(0, 9000).putBytes(0, pulled);
            TransportFixture.echo(call);
        };
        start(service, new WeakDevice(1000, 1000, maxPages)).connect();
        fixture.fill(1000, 9000, 4);
        final ClientCall call = fixture.stage(1, 64);
        call.readSegment(40, fixture.address(1000), 9000);
        writeChunk(call, fixture.address(100_000), 9000);
        assertEquals(9000, fixture.send(call, 64, 1).answered().writeChunkLengths[0]);
        assertEquals(List.of(segments), seen);
        final byte[] sent = new byte[9000];
        fixture.memory.getBytes(1000, sent);
        assertArrayEquals(sent, pulled);
        fixture.memory.getBytes(100_000, sent);
        assertArrayEquals(sent, pulled);
        assertEquals(0, fixture.regionsInUse());
    }

    @Test
    void shouldRefuseADeviceThatGrantsTooLittle() {
        assertRefused(2, 100, 512, "the device's queues are too short: maxQpWr=2 maxCqe=100");
        assertRefused(100, 2, 512, "the device's queues are too short: maxQpWr=100 maxCqe=2");
    }

    private void assertRefused(final int maxQpWr, final int maxCqe, final int maxPages, final String message) {
        fixture.open(TransportFixture::echo);
        final RpcRdmaClient.Context context = new RpcRdmaClient.Context()
                .device(new WeakDevice(maxQpWr, maxCqe, maxPages).over(fixture.clientDevice))
                .eventLoop(fixture.clientDevice.newEventLoop())
                .remote(new InetSocketAddress(TransportFixture.SERVER_IP, TransportFixture.PORT))
                .listener(fixture);
        assertMessage(IllegalArgumentException.class, message, context::conclude);
        fixture.close();
    }
}
