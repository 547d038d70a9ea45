// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.verbs.ProtectionDomain;

/** Tests that a connection ends although its arena has failed, so that the arena rejects every use. */
class FailedArenaEndTest {
    private final TransportFixture fixture = new TransportFixture();
    private final AssertionError error = new AssertionError("by the test");
    private ProtectionDomain domain;
    private ReceiveArena arena;
    private boolean fails;
    private final List<RpcCall> held = new ArrayList<>();

    private <C extends EndpointContext<C>> C withArena(final C end) {
        final SimulatedDevice device = (SimulatedDevice) TransportFixture.device(end);
        domain = device.allocateProtectionDomain();
        final ShardMapper mapper = new DmaShardMapper(domain);
        arena = new ReceiveArena(
                new ReceiveArena.Context().memory(device.memory()).mapper(shard -> {
                    if (fails) {
                        throw error;
                    }
                    return mapper.map(shard);
                }));
        return end.sharedArena(arena, domain);
    }

    /** Acquires more buffers than the arena has, while the mapper fails with an error. */
    private void failArena() {
        fails = true;
        final long[] handles = new long[1024];
        assertSame(error, assertThrows(AssertionError.class, () -> arena.tryAcquire(handles, 0, handles.length)));
    }

    private void assertIsTheArenas(final IllegalStateException refusal) {
        assertSame(error, refusal.getCause());
    }

    /** Runs until no events are left. The arena rejects the release of each Receive. */
    private void runPastFailures() {
        for (boolean again = true; again; ) {
            try {
                fixture.run();
                again = false;
            } catch (final IllegalStateException e) {
                assertIsTheArenas(e);
            }
        }
    }

    @Test
    void shouldEndAClientsConnectionOnce() {
        fixture.connect(call -> {}, server -> server, this::withArena);
        final Outcome outcome = fixture.send(fixture.stage(1, 64), 64, 0);
        failArena();
        assertIsTheArenas(assertThrows(IllegalStateException.class, fixture.client::disconnect));
        runPastFailures();
        assertEquals(List.of("the client disconnected"), fixture.disconnections);
        assertEquals(1, outcome.calls);
        assertEquals("the client disconnected", outcome.failure);
    }

    @Test
    void shouldEndAServersConnectionOnce() {
        fixture.connect(TransportFixture::echo, this::withArena);
        failArena();
        fixture.client.disconnect();
        runPastFailures();
        assertEquals(0, fixture.server.connections());
        assertEquals(1, fixture.ended.size());
        assertEquals("disconnected", fixture.ended.get(0).closeReason());
    }

    /** The service has not answered a call yet, so the ended connection still has buffers. */
    @Test
    void shouldFreeTheSlotOfAServersConnectionThatHasEnded() {
        fixture.connect(held::add, server -> withArena(server).maxConnections(1));
        fixture.send(fixture.stage(1, 64), 64, 0);
        failArena();
        fixture.client.disconnect();
        runPastFailures();
        fixture.newClient().connect();
        runPastFailures();
        assertEquals(List.of(), fixture.ended);
        assertEquals(1, fixture.rejections.size());
        assertTrue(fixture.rejections.get(0).contains("arena failed"), fixture.rejections.get(0));
        assertIsTheArenas(assertThrows(IllegalStateException.class, () -> TransportFixture.echo(held.get(0))));
        runPastFailures();
        assertEquals(0, fixture.server.connections());
        assertEquals(1, fixture.ended.size());
    }
}
