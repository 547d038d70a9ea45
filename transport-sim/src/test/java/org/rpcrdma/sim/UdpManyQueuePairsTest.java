// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.wire.UdpLink;
import org.rpcrdma.udp.wire.WireCounters;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.SendRequests;

/** Tests many connections between two local devices on UDP sockets; {@code -Dudp.connections=} sets their number. */
class UdpManyQueuePairsTest extends UdpTest {
    private static final int CONNECTIONS = Integer.getInteger("udp.connections", 200);
    private static final int AT_ONCE = Integer.getInteger("udp.atonce", 32);
    private static final int BYTES = 256 * 1024;

    private final UdpDevice here = network.attach("udp0", UdpAddresses.address(1));
    private final UdpDevice there = network.attach("udp1", UdpAddresses.address(2));
    private final List<ConnectedPair.Side> clients = new ArrayList<>();
    private final List<ConnectedPair.Side> servers = new ArrayList<>();

    private static ConnectionParameters parameters() {
        return new ConnectionParameters(new byte[0], 4, 7, 7);
    }

    private void connectAll() {
        final AutoCloseable listener = there.connections().listen(ConnectedPair.PORT, there.newEventLoop(), request -> {
            final ConnectedPair.Side side = new ConnectedPair.Side(there, 4);
            side.postReceive(1, 0, 0, 0);
            servers.add(side);
            side.accept(request, parameters());
        });
        final int[] begun = {0};
        await(() -> {
            final int established = established(clients);
            while (begun[0] < CONNECTIONS && begun[0] < established + AT_ONCE) {
                final ConnectedPair.Side side = new ConnectedPair.Side(here, 4);
                clients.add(side);
                side.connect(UdpAddresses.address(2), ConnectedPair.PORT, parameters());
                begun[0]++;
            }
            return established == CONNECTIONS && established(servers) == CONNECTIONS;
        });
        ConnectedPair.close(listener);
    }

    private static int established(final List<ConnectedPair.Side> sides) {
        int count = 0;
        for (final ConnectedPair.Side side : sides) {
            assertNull(side.rejection);
            count += side.established;
        }
        return count;
    }

    @Test
    void shouldCarryMessagesOnManyConnectionsConcurrently() {
        connectAll();
        for (final ConnectedPair.Side client : clients) {
            client.sends().send(2, SendRequests.SIGNALED);
            client.postSends();
        }
        expectOne(servers, "1:SUCCESS");
        expectOne(clients, "2:SUCCESS");
        clients.forEach(client -> client.queuePair.close());
        await(() -> servers.stream().mapToInt(side -> side.disconnected).sum() == CONNECTIONS);
    }

    /** The queue pairs share the socket buffer of the receiver. */
    @Test
    void shouldLoseNothingWhenManyQueuePairsWriteToOneHostConcurrently() {
        connectAll();
        final WireCounters sent = Inside.of(here, UdpLink.class).wireCounters();
        final WireCounters received = Inside.of(there, UdpLink.class).wireCounters();
        final long sentBefore = sent.sent;
        final long receivedBefore = received.received;
        final GuardedBuffer source = new GuardedBuffer(here, BYTES);
        final GuardedBuffer target = new GuardedBuffer(there, BYTES);
        for (int i = 0; i < CONNECTIONS; i++) {
            final MemoryRegion from = register(clients.get(i), source);
            final MemoryRegion to = register(servers.get(i), target);
            clients.get(i).sends().rdmaWrite(2, SendRequests.SIGNALED, to.iova(), to.rkey());
            clients.get(i).sge(from.iova(), BYTES, from.lkey());
        }
        clients.forEach(ConnectedPair.Side::postSends);
        expectOne(clients, "2:SUCCESS");
        assertTrue(sent.sent - sentBefore >= (long) CONNECTIONS * BYTES / 4096);
        // Packets that a slow host has retransmitted may still be in flight.
        await(() -> sent.sent - sentBefore == received.received - receivedBefore);
        assertEquals(0, sent.notSent);
    }

    private static MemoryRegion register(final ConnectedPair.Side side, final GuardedBuffer buffer) {
        final long address = buffer.block().address() + GuardedBuffer.GUARD;
        return side.domain.registerMemory(address, BYTES, address, Access.LOCAL_WRITE | Access.REMOTE);
    }

    private void expectOne(final List<ConnectedPair.Side> sides, final String completion) {
        final List<String> found = new ArrayList<>();
        await(() -> {
            sides.forEach(side -> found.addAll(side.completions()));
            return found.size() == CONNECTIONS;
        });
        assertEquals(CONNECTIONS, found.stream().filter(completion::equals).count(), found.toString());
    }
}
