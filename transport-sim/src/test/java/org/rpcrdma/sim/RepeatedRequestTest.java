// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * Tests requests that arrive twice on a lossless link, the second time after their key or region has become invalid.
 */
class RepeatedRequestTest implements AsyncEventHandler {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int LENGTH = 32 * 1024;

    private final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;
    private final List<AsyncEventType> events = new ArrayList<>();

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        events.add(type);
    }

    private void connect() {
        pair.connect();
        client.device.handleAsyncEvents(client.loop, this);
        server.device.handleAsyncEvents(server.loop, this);
        server.buffer.fill(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldDropARetransmittedReadWhoseRkeyHasEnded(final EndingKey.Way way) {
        connect();
        final EndingKey key = open(way);
        client.device.faults().duplicate(PacketFilter.of(PacketKind.READ_REQUEST), 1);
        read(2, key);
        awaitClient("2:SUCCESS");
        end(key);
        pair.simulation.run();
        assertEquals(1, client.device.faults().statistics().duplicated());
        assertAlive();
    }

    /**
     * The key is invalidated while the response is being retransmitted. The rest of this response is omitted, but later
     * responses are sent.
     */
    @Test
    void shouldAnswerRequestsAfterAnOmittedReadRetransmission() {
        connect();
        final EndingKey key = open(EndingKey.Way.REGION_CLOSED);
        client.device.faults().duplicate(PacketFilter.of(PacketKind.READ_REQUEST), 1);
        read(2, key);
        awaitClient("2:SUCCESS");
        server.receive(50, 0, 100);
        client.send(3, 0, 100);
        while (server.queue.poll(server.batch) == 0) {
            pair.simulation.step();
        }
        assertEquals(List.of(), client.completions());
        end(key);
        client.runAndExpect("3:SUCCESS");
        assertAlive();
    }

    @ParameterizedTest
    @EnumSource(names = {"REGION_CLOSED", "FAST_REGION_INVALIDATED_BY_THE_PEER", "WINDOW_CLOSED"})
    void shouldAcknowledgeARetransmittedWriteWhoseRkeyHasEnded(final EndingKey.Way way) {
        connect();
        final EndingKey key = open(way);
        client.device.faults().duplicate(PacketFilter.of(PacketKind.WRITE), 1);
        client.device.faults().delay(PacketFilter.of(PacketKind.WRITE), 1, 1_000_000);
        server.device.faults().lose(PacketFilter.of(PacketKind.ACK), 1);
        client.sends().rdmaWrite(2, SIGNALED, key.address(), key.key);
        client.post(0, 100);
        awaitClient("2:SUCCESS");
        end(key);
        pair.simulation.run();
        assertAlive();
    }

    @Test
    void shouldAnswerARetransmittedAtomicWhoseRkeyHasEnded() {
        connect();
        final EndingKey key = open(EndingKey.Way.REGION_CLOSED);
        client.device.faults().duplicate(PacketFilter.of(PacketKind.ATOMIC), 1);
        client.device.faults().delay(PacketFilter.of(PacketKind.ATOMIC), 1, 1_000_000);
        client.sends().fetchAndAdd(2, SIGNALED, key.address(), key.key, 1);
        client.post(0, 8);
        awaitClient("2:SUCCESS");
        end(key);
        pair.simulation.run();
        assertAlive();
    }

    /** A request that has not been answered still fails, even if it is sent twice. */
    @Test
    void shouldStillNakAReadWhoseRkeyEndsBeforeItWasAnswered() {
        connect();
        final EndingKey key = open(EndingKey.Way.REGION_CLOSED);
        client.device.faults().duplicate(PacketFilter.of(PacketKind.READ_REQUEST), 1);
        read(2, key);
        while (server.simulated().iommuStatistics().hits()
                        + server.simulated().iommuStatistics().misses()
                == 0) {
            pair.simulation.step();
        }
        end(key);
        client.runAndExpect("2:REM_ACCESS_ERR");
        assertEquals(List.of(AsyncEventType.QP_ACCESS_ERR), events);
        assertEquals(QueuePairState.ERR, server.queuePair.state());
        assertEquals(QueuePairState.ERR, client.queuePair.state());
    }

    private EndingKey open(final EndingKey.Way way) {
        final EndingKey key = new EndingKey(server, way, 0, LENGTH);
        key.open(1);
        pair.simulation.run();
        server.completions();
        return key;
    }

    private void read(final long wrId, final EndingKey key) {
        client.sends().rdmaRead(wrId, SIGNALED, key.address(), key.key);
        client.post(0, LENGTH);
    }

    private void end(final EndingKey key) {
        if (EndingKey.Way.BY_PEER.contains(key.way)) {
            server.receive(60, 0, 100);
        }
        key.end(client, 61);
    }

    private void awaitClient(final String completion) {
        List<String> found = client.completions();
        while (found.isEmpty()) {
            pair.simulation.step();
            found = client.completions();
        }
        assertEquals(List.of(completion), found);
    }

    private void assertAlive() {
        client.completions();
        server.completions();
        assertEquals(List.of(), events);
        assertEquals(QueuePairState.RTS, server.queuePair.state());
        assertEquals(QueuePairState.RTS, client.queuePair.state());
        server.receive(70, 0, 100);
        client.send(71, 0, 100);
        client.runAndExpect("71:SUCCESS");
        server.expect("70:SUCCESS");
    }
}
