// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.transport.chunk.RegionLimits;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedSendBuffer;
import org.rpcrdma.verbs.ProtectionDomain;

/** Compares the table of calls that are awaiting replies with a map. */
class AwaitedCallsTest {
    private static final int CALLS = 300;

    private final SimulatedDevice device =
            new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.98.0.1");
    private final ProtectionDomain domain = device.allocateProtectionDomain();
    private final MappedSendBuffer buffer = new MappedSendBuffer(BufferMapper.of(device, domain), 2048);
    private final RegionLimits limits = RegionLimits.of(1 << 20, device.attributes());
    private final ArrayDeque<CallSlot> free = new ArrayDeque<>();
    private final AwaitedCalls calls = new AwaitedCalls();

    AwaitedCallsTest() {
        for (int id = 0; id < CALLS; id++) {
            free.add(new CallSlot(null, id, limits, buffer));
        }
    }

    @AfterEach
    void close() {
        buffer.close();
        domain.close();
        device.close();
    }

    @Test
    void shouldAgreeWithAMap() {
        final long seed = Seed.get();
        final Random random = new Random(seed);
        final Map<Integer, CallSlot> model = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            final int xid = random.nextInt(2 * CALLS) - CALLS;
            final CallSlot expected = model.get(xid);
            final String where = "seed=" + seed + " step=" + step;
            assertSame(expected, calls.get(xid), where);
            if (random.nextInt(5) > 1 && !free.isEmpty()) {
                assertEquals(expected == null, calls.add(free.peek(), xid), where);
                if (expected == null) {
                    model.put(xid, free.poll());
                }
            } else {
                assertSame(expected, calls.remove(xid), where);
                if (expected != null) {
                    free.add(model.remove(xid));
                }
            }
        }
        model.forEach((xid, slot) -> assertSame(slot, calls.remove(xid), "seed=" + seed));
    }

    @Test
    void shouldRefuseATransactionIdOnlyWhileItIsAwaited() {
        final CallSlot slot = free.peekFirst();
        assertTrue(calls.add(slot, -1));
        assertFalse(calls.add(free.peekLast(), -1));
        assertSame(slot, calls.remove(-1));
        assertNull(calls.remove(-1));
        assertTrue(calls.add(free.peekLast(), -1));
        assertSame(free.peekLast(), calls.get(-1));
    }
}
