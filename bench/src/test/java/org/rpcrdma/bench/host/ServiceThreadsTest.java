// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.settings.HostSettings;
import org.rpcrdma.bench.settings.SharedDepth;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.verbs.EventLoop;

class ServiceThreadsTest {
    private static final long WAKEUP = 1_000;
    private static final long PROGRAM = 10_000;
    private static final CostModel COSTS =
            CostModel.defaults().with(CostParameter.WAKEUP, WAKEUP).with(CostParameter.PROGRAM, PROGRAM);

    private final Simulation simulation = new Simulation(1);
    private final SimulatedDevice device = new Fabric(simulation, COSTS).attach("server0", "10.98.0.1");
    private final List<EventLoop> processors = new ArrayList<>();
    /**
     * The time at which each call was served, according to the clock of the serving processor, and that processor's
     * number.
     */
    private final List<String> served = new ArrayList<>();

    private final List<RpcCall> calls = new ArrayList<>();

    @Test
    void shouldServeSimultaneousCallsOnOneProcessorPerThread() {
        offer(threads(4, 3), 0, 5);

        final long woken = WAKEUP + PROGRAM;
        assertEquals(
                List.of(
                        "0 at " + woken,
                        "1 at " + woken,
                        "2 at " + woken,
                        "3 at " + (woken + PROGRAM),
                        "4 at " + (woken + PROGRAM)),
                served,
                "who finds a call waiting does not sleep");
    }

    @Test
    void shouldServeOneCallAfterTheOtherOnOneProcessor() {
        offer(threads(1, 16), 0, 3);

        assertEquals(
                List.of(
                        "0 at " + (WAKEUP + PROGRAM),
                        "1 at " + (WAKEUP + 2 * PROGRAM),
                        "2 at " + (WAKEUP + 3 * PROGRAM)),
                served);
    }

    @Test
    void shouldNotServeACallBeforeItsEventLoopHasTakenIt() {
        final ServiceThreads threads = threads(2, 2);
        processors
                .get(0)
                .newTimer(() -> {
                    device.spend(500);
                    threads.from(processors.get(0)).onCall(call());
                })
                .arm(100);
        simulation.run();

        assertEquals(List.of("0 at " + (600 + WAKEUP + PROGRAM)), served);
    }

    @Test
    void shouldTakeTheProcessorThatIsFreeFirst() {
        final ServiceThreads threads = threads(3, 3);
        processors.get(0).newTimer(() -> device.spend(90_000)).arm(0);
        processors.get(1).newTimer(() -> device.spend(60_000)).arm(0);
        processors.get(2).newTimer(() -> device.spend(75_000)).arm(0);
        processors
                .get(1)
                .newTimer(() -> threads.from(processors.get(1)).onCall(call()))
                .arm(10);
        simulation.run();

        assertEquals(List.of("0 at " + (60_000 + WAKEUP + PROGRAM)), served);
    }

    private void offer(final ServiceThreads threads, final long time, final int count) {
        processors
                .get(0)
                .newTimer(() -> IntStream.range(0, count)
                        .forEach(i -> threads.from(processors.get(0)).onCall(call())))
                .arm(time);
        simulation.run();
    }

    private ServiceThreads threads(final int count, final int threads) {
        processors.addAll(Stream.generate(device::newEventLoop).limit(count).toList());
        final RpcService service = call -> served.add(calls.indexOf(call) + " at " + nanoTime());
        return new ServiceThreads(
                device, processors, new HostSettings(count, threads, SharedDepth.USUAL), COSTS, service);
    }

    /** Returns the time of the current processor. This is the processor to which the program was last charged. */
    private long nanoTime() {
        return processors.stream()
                .mapToLong(EventLoop::nanoTime)
                .filter(time -> time > simulation.nanoTime())
                .min()
                .orElse(simulation.nanoTime());
    }

    private RpcCall call() {
        final RpcCall call = (RpcCall) Proxy.newProxyInstance(
                ServiceThreadsTest.class.getClassLoader(),
                new Class<?>[] {RpcCall.class},
                (proxy, method, arguments) -> {
                    return method.getName().equals("equals") ? proxy == arguments[0] : null;
                });
        calls.add(call);
        return call;
    }
}
