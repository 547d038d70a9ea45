// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.RegisteredShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.ProtectionDomain;

/** Tests {@code frmr show} on the pools that supply the regions of an arena's shards. */
class ArenaPoolsTest {
    private final SimulatedDevice device =
            new Fabric(new Simulation(1), CostModel.defaults()).attach("sim7", "10.98.0.7");
    private final ProtectionDomain domain = device.allocateProtectionDomain();
    private final JvmConnection connection = JvmConnection.own();

    @Test
    void shouldShowThePoolsOfFastRegisteredShards() throws IOException {
        try (FastRegisteredShardMapper mapper =
                new FastRegisteredShardMapper(domain, device.newEventLoop()).visibleAs("sim7-receive")) {
            final ReceiveArena arena = arena(mapper);
            final long[] handles = new long[40];
            arena.tryAcquire(handles, 0, 40);
            assertEquals(
                    List.of("dev sim7-receive key 0:10:0:0 queue 0 in_use 3 max_in_use 3 pinned 0"),
                    lines("sim7-receive"));
            assertThrows(IllegalStateException.class, () -> mapper.visibleAs("sim7-other"));
            arena.release(handles, 0, 40);
            arena.close();
            mapper.warm(8, 65_536);
            assertEquals(
                    List.of("dev sim7-receive key 0:10:0:0 queue 8 in_use 0 max_in_use 3 pinned 8"),
                    lines("sim7-receive"));
        }
        assertThrows(InputException.class, () -> lines("sim7-receive"));
        domain.close();
        device.close();
    }

    /** Registered shards obtain their keys from the device's pools. */
    @Test
    void shouldShowThePoolsOfRegisteredShards() throws IOException {
        final FrmrAdministration visible = FrmrAdministration.open(device.name(), device.frmrPools());
        final ReceiveArena arena = arena(new RegisteredShardMapper(domain));
        final long handle = arena.acquire();
        assertEquals(1, lines("sim7").size());
        arena.release(handle);
        arena.close();
        visible.close();
        domain.close();
        device.close();
    }

    private ReceiveArena arena(final ShardMapper mapper) {
        return new ReceiveArena(new ReceiveArena.Context().mapper(mapper).memory(device.memory()));
    }

    private List<String> lines(final String name) throws IOException {
        return connection.pools(ObjectFilter.parse(List.of("dev", name), Map.of()), false, false).stream()
                .map(ObjectRows::line)
                .toList();
    }
}
