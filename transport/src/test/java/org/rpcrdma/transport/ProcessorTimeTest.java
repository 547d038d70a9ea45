// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.sim.config.ProcessorWork.ALLOCATION;
import static org.rpcrdma.sim.config.ProcessorWork.MAPPING;
import static org.rpcrdma.sim.config.ProcessorWork.POSTING;
import static org.rpcrdma.sim.config.ProcessorWork.SERVICE;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.ProcessorStatistics;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.EventLoop;

/** Adds up the time during which the processors of a server and a client are busy. */
class ProcessorTimeTest extends TransportTest {
    private static final int CALLS = 50;

    @Test
    void shouldReportAllProcessorTime() {
        final SimulatedDevice[] host = new SimulatedDevice[1];
        final EventLoop[] loops = new EventLoop[2];
        fixture.open(
                call -> serve(host[0], call),
                server -> {
                    loops[0] = TransportFixture.eventLoop(server);
                    return server;
                },
                client -> {
                    loops[1] = TransportFixture.eventLoop(client);
                    return client;
                });
        host[0] = fixture.serverDevice;
        final Busy server = new Busy(fixture.serverDevice, loops[0]);
        final Busy client = new Busy(fixture.clientDevice, loops[1]);
        fixture.client.connect();
        client.note();
        final List<Outcome> outcomes = fixture.sendAll(CALLS);
        client.note();
        while (fixture.simulation.hasEvents()) {
            fixture.simulation.step();
            server.note();
            client.note();
        }
        Outcome.assertAllAnsweredInTurn(outcomes);
        server.assertTold();
        client.assertTold();
        assertEquals(CALLS * 10_000L, server.spent.nanos(SERVICE));
        List.of(ALLOCATION, MAPPING, POSTING).forEach(work -> assertTrue(server.spent.nanos(work) > 0, work::toString));
    }

    private static void serve(final SimulatedDevice host, final RpcCall call) {
        host.spend(10_000);
        TransportFixture.echo(call);
    }

    /** The time during which a processor was busy, measured by its clock. */
    private final class Busy {
        final ProcessorStatistics spent;
        private final EventLoop loop;
        private final long toldBefore;
        private long freeAt;
        private long busy;

        Busy(final SimulatedDevice device, final EventLoop loop) {
            this.loop = loop;
            spent = device.processorStatistics();
            toldBefore = told() + waited();
            freeAt = loop.nanoTime();
        }

        /**
         * Adds the time during which the processor was busy. This is the time by which its clock is ahead of both the
         * simulation's clock and its own previous value.
         */
        void note() {
            final long now = loop.nanoTime();
            busy += now - Math.max(freeAt, fixture.simulation.nanoTime());
            freeAt = now;
        }

        void assertTold() {
            assertEquals(busy, told() + waited() - toldBefore);
        }

        /**
         * Returns the time spent waiting for the firmware and the peer. It advances the clock but is not processor
         * time.
         */
        private long waited() {
            final long[] connecting = new long[CostParameter.charged()];
            final long[] other = new long[CostParameter.charged()];
            spent.addConnecting(connecting);
            spent.addOther(other);
            return Arrays.stream(CostParameter.values())
                    .limit(CostParameter.charged())
                    .filter(CostParameter::isSleep)
                    .mapToLong(cost -> (connecting[cost.ordinal()] + other[cost.ordinal()])
                            * CostModel.defaults().nanos(cost))
                    .sum();
        }

        private long told() {
            return Arrays.stream(ProcessorWork.values()).mapToLong(spent::nanos).sum();
        }
    }
}
