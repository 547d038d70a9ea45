// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.Event;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.SendRequests;

/** Tests which objects the extension provides, how long they live and which tests share them. */
class SimulatedRdmaExtensionTest {
    /** The objects that the classes below received, in order. */
    private static final List<Object> HANDED = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void forget() {
        HANDED.clear();
    }

    @SimulatedRdma(bufferSize = 512, shardSize = 8192, queueDepth = 3, maxSendSge = 1, personality = Personality.MLX5)
    static class Whole {
        private final Simulation simulation;

        Whole(final Simulation simulation) {
            this.simulation = simulation;
        }

        @BeforeEach
        void set(final SimulatedDevice device, final ReceiveArena arena) {
            HANDED.add(device);
            HANDED.add(arena);
        }

        @Test
        void test(
                final LoopbackPair pair,
                final ReceiveArena arena,
                final Device device,
                final SimulatedDevice simulated,
                final ProtectionDomain domain,
                final Fabric fabric) {
            assertEquals(List.of(device, arena), HANDED);
            assertSame(device, simulated);
            assertSame(device, pair.server().device());
            assertSame(domain, pair.server().protectionDomain());
            assertSame(simulation, pair.simulation());
            assertEquals(List.of(pair.server().device(), pair.client().device()), fabric.devices());
            assertEquals(512, arena.bufferSize());
            assertEquals(8192, arena.shardSize());
            assertEquals(3, pair.server().receiveQueue().capacity());
            for (final LoopbackEndpoint side : List.of(pair.client(), pair.server())) {
                final SendRequests tooLong = side.device().newSendRequests(1, 2);
                tooLong.send(1, 0);
                tooLong.sge(0, 0, 0);
                tooLong.sge(0, 0, 0);
                assertErrno(
                        PostException.class,
                        Errno.ENOMEM,
                        () -> side.queuePair().postSend(tooLong));
            }
        }

        @AfterEach
        void check(final Device device) {
            assertSame(HANDED.get(0), device);
        }
    }

    @Test
    void shouldHandATestOneOfEach() {
        assertPassed(1, Engine.run(Whole.class));
        assertTrue(((SimulatedDevice) HANDED.get(0)).resources().isEmpty());
        assertThrows(IllegalStateException.class, ((ReceiveArena) HANDED.get(1))::acquire);
    }

    @ExtendWith(SimulatedRdmaExtension.class)
    static class Plain {
        @Test
        void one(final Device device, final ReceiveArena arena) {
            HANDED.add(device);
            assertEquals(4096, arena.bufferSize());
        }

        @Test
        void other(final Device device) {
            HANDED.add(device);
        }

        @RepeatedTest(2)
        void repeated(final Device device) {
            HANDED.add(device);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void parameterized(final int argument, final Device device) {
            HANDED.add(device);
        }

        @Nested
        class Inner {
            @BeforeEach
            void set(final Device device) {
                HANDED.add(device);
            }

            @Test
            void test(final Device device) {
                assertTrue(HANDED.contains(device));
            }
        }
    }

    @Test
    void shouldHandEachTestItsOwn() {
        assertPassed(7, Engine.run(Plain.class));
        assertEquals(7, Set.copyOf(HANDED).size());
    }

    @Test
    void shouldHandEachTestItsOwnInParallel() {
        assertPassed(7, Engine.runInParallel(Plain.class));
        assertEquals(7, Set.copyOf(HANDED).size());
    }

    @SimulatedRdma
    static class Shared {
        @BeforeAll
        static void set(final Device device) {
            HANDED.add(device);
        }

        @Test
        void one(final Device device) {
            assertSame(HANDED.get(0), device);
        }

        @Test
        void leaking(final ProtectionDomain domain) {
            domain.allocateFastRegisterRegion(1);
        }

        @Test
        @SimulatedRdma
        void alone(final Device device) {
            assertNotSame(HANDED.get(0), device);
        }

        @Nested
        class Inner {
            @Test
            void test(final Device device) {
                assertSame(HANDED.get(0), device);
            }
        }

        @Nested
        @SimulatedRdma(bufferSize = 128)
        class Different {
            @Test
            void test(final Device device, final ReceiveArena arena) {
                assertNotSame(HANDED.get(0), device);
                assertEquals(128, arena.bufferSize());
            }
        }

        @AfterAll
        static void check(final Device device) {
            assertSame(HANDED.get(0), device);
        }
    }

    @Test
    void shouldLetTestsShareWhatTheirClassWasHandedFirstAndFailTheClassOnALeak() {
        final EngineExecutionResults results = Engine.run(Shared.class);
        results.testEvents().assertStatistics(tests -> tests.succeeded(5).failed(0));
        assertLeakOfTheClass(results, Shared.class);
    }

    @SimulatedRdma
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class PerClass {
        private final Device device;

        PerClass(final Device device) {
            this.device = device;
        }

        @Test
        void one(final Device handed) {
            assertSame(device, handed);
        }

        @Test
        void leaking(final ProtectionDomain domain) {
            assertSame(device, domain.device());
            domain.allocateFastRegisterRegion(1);
        }
    }

    @Test
    void shouldLetTestsShareWhatTheirOneInstanceWasHanded() {
        final EngineExecutionResults results = Engine.run(PerClass.class);
        results.testEvents().assertStatistics(tests -> tests.succeeded(2).failed(0));
        assertLeakOfTheClass(results, PerClass.class);
    }

    @SimulatedRdma
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class PerClassEach {
        @BeforeEach
        void set(final Device device) {
            HANDED.add(device);
        }

        @RepeatedTest(3)
        void test(final Device device) {
            assertSame(HANDED.get(HANDED.size() - 1), device);
        }
    }

    @Test
    void shouldHandEachTestOfOneInstanceItsOwnIfTheInstanceWasHandedNothing() {
        assertPassed(3, Engine.run(PerClassEach.class));
        assertEquals(3, Set.copyOf(HANDED).size());
    }

    static class Derived extends Whole {
        Derived(final Simulation simulation) {
            super(simulation);
        }
    }

    @Test
    void shouldHoldForDerivedClasses() {
        assertPassed(1, Engine.run(Derived.class));
    }

    @Test
    void shouldRefuseToShareASimulationBetweenThreads() throws InterruptedException {
        final SimulatedRdma settings = Whole.class.getAnnotation(SimulatedRdma.class);
        final AtomicReference<TestBed> made = new AtomicReference<>();
        final Thread other = new Thread(() -> made.set(new TestBed("class", settings, 1)));
        other.start();
        other.join();
        final TestBed bed = made.get();

        final IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> bed.get(Device.class));
        assertTrue(
                refusal.getMessage().startsWith("tests that share one simulation must run on one thread"),
                refusal.getMessage());
    }

    static class Seeds {
        @Test
        @SimulatedRdma
        void usual(final Simulation simulation) {
            HANDED.add(simulation.random().nextLong());
        }

        @Test
        @SimulatedRdma(seed = 7)
        void seven(final Simulation simulation) {
            HANDED.add(simulation.random().nextLong());
        }

        @RepeatedTest(2)
        @SimulatedRdma(seed = SimulatedRdma.RANDOM_SEED)
        void random(final Simulation simulation) {
            HANDED.add(simulation.random().nextLong());
        }
    }

    @Test
    void shouldSeedTheSimulation() {
        final String given = System.getProperty("seed");
        try {
            System.setProperty("seed", "");
            assertPassed(4, Engine.run(Seeds.class));
            final Set<Object> first = Set.copyOf(HANDED);
            assertEquals(4, first.size());
            assertTrue(first.contains(new Simulation(1).random().nextLong()));
            assertTrue(first.contains(new Simulation(7).random().nextLong()));

            HANDED.clear();
            System.setProperty("seed", "42");
            assertPassed(4, Engine.run(Seeds.class));
            assertEquals(Set.of(new Simulation(42).random().nextLong()), Set.copyOf(HANDED));

            System.setProperty("seed", "many");
            final Throwable failure = Engine.failure(Seeds.class, "seven", Simulation.class);
            assertEquals("seed must be a number: seed=many", failure.getMessage());
        } finally {
            System.setProperty("seed", given == null ? "" : given);
        }
    }

    private static void assertPassed(final int tests, final EngineExecutionResults results) {
        assertEquals(
                List.of(),
                results.allEvents().failed().stream().map(Engine::failureOf).toList());
        results.testEvents().assertStatistics(statistics -> statistics.succeeded(tests));
    }

    private static void assertLeakOfTheClass(final EngineExecutionResults results, final Class<?> type) {
        final List<Event> failed = results.containerEvents().failed().list();
        assertEquals(1, failed.size());
        assertEquals(
                "RDMA resources leaked by SimulatedRdmaExtensionTest$" + type.getSimpleName() + " (" + Engine.seed(1)
                        + "):\n  sim0: fastRegisterRegions=1",
                Engine.failureOf(failed.get(0)).getMessage());
    }
}
