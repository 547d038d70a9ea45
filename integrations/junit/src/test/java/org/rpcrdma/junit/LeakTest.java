// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePairAttributes;

/** Tests that a test fails if it leaves an object open, and that the message identifies the object. */
class LeakTest {
    /**
     * Contains methods that only {@link Engine} runs as tests. Most of them leave one object open. The others cause a
     * different failure, which a test in {@link LeakTest} checks.
     */
    @SimulatedRdma(seed = 7)
    static class Leaking {
        @Test
        void buffers(final ReceiveArena arena) {
            arena.acquire();
            arena.acquire();
            arena.release(arena.acquire());
        }

        @Test
        void retained(final ReceiveArena arena) {
            arena.release(arena.acquire());
            arena.retain();
        }

        @Test
        void retainedEmpty(final ReceiveArena arena) {
            arena.retain();
        }

        @Test
        void writesLate(final ReceiveArena arena) {
            final long handle = arena.acquire();
            final ByteBuffer bytes = arena.byteBuffer(handle);
            arena.release(handle);
            bytes.put(11, (byte) 0xEE);
        }

        @Test
        void memory(final SimulatedDevice device) {
            device.memory().allocate(8192, 4096);
        }

        @Test
        void mapping(final SimulatedDevice device) {
            final MemoryBlock block = device.memory().allocate(4096, 4096);
            device.dma().map(block.address(), 4096, DmaDirection.TO_DEVICE);
        }

        @Test
        void region(final SimulatedDevice device, final ProtectionDomain domain) {
            final MemoryBlock block = device.memory().allocate(4096, 4096);
            domain.registerMemory(block.address(), 4096, block.address(), Access.LOCAL_WRITE);
        }

        @Test
        void fastRegion(final ProtectionDomain domain) {
            domain.allocateFastRegisterRegion(1);
        }

        @Test
        void domain(final SimulatedDevice device) {
            device.allocateProtectionDomain();
        }

        @Test
        void completionQueue(final LoopbackPair pair) {
            pair.client().device().createCompletionQueue(1, pair.client().loop(), ready -> {});
        }

        @Test
        void queuePair(final LoopbackPair pair) {
            final CompletionQueue queue = pair.server().sendQueue();
            pair.server().protectionDomain().createQueuePair(new QueuePairAttributes(queue, queue, 1, 1, 1));
        }

        @Test
        void listener(final SimulatedDevice device) {
            device.connections().listen(1, device.newEventLoop(), request -> {});
        }

        @Test
        void attached(final Fabric fabric) {
            fabric.attach("sim7", "10.98.0.7").allocateProtectionDomain();
            fabric.attach("sim8", "10.98.0.8");
        }

        @Test
        void nothing(final SimulatedDevice device, final LoopbackPair pair, final ReceiveArena arena) {
            arena.release(arena.acquire());
        }

        @Test
        void closed(final SimulatedDevice device, final LoopbackPair pair, final ReceiveArena arena) {
            arena.release(arena.acquire());
            arena.close();
            for (final LoopbackEndpoint side : List.of(pair.client(), pair.server())) {
                side.queuePair().close();
                side.sendQueue().close();
                side.receiveQueue().close();
                side.protectionDomain().close();
                side.device().close();
            }
        }

        @Test
        void failing(final ProtectionDomain domain) {
            domain.allocateFastRegisterRegion(1);
            throw new IllegalArgumentException("the test's own");
        }

        @Test
        void failingOnly(final Simulation simulation) {
            throw new IllegalArgumentException("the test's own");
        }

        @Test
        void aborted(final ProtectionDomain domain) {
            domain.allocateFastRegisterRegion(1);
            Assumptions.abort("the test's own");
        }

        @Test
        @SimulatedRdma(bufferSize = 63)
        void misconfigured(final ReceiveArena arena) {}
    }

    @ParameterizedTest
    @CsvSource({
        "memory, org.rpcrdma.sim.SimulatedDevice, sim0: memoryBlocks=1 memoryBytes=8192",
        "mapping, org.rpcrdma.sim.SimulatedDevice, sim0: dmaMappings=1 memoryBlocks=1 memoryBytes=4096",
        "fastRegion, org.rpcrdma.verbs.ProtectionDomain, sim0: fastRegisterRegions=1",
        "domain, org.rpcrdma.sim.SimulatedDevice, sim0: protectionDomains=1",
        "completionQueue, org.rpcrdma.junit.LoopbackPair, sim1: completionQueues=1",
        "queuePair, org.rpcrdma.junit.LoopbackPair, sim0: queuePairs=1",
        "listener, org.rpcrdma.sim.SimulatedDevice, sim0: listeners=1",
        "attached, org.rpcrdma.sim.Fabric, sim7: protectionDomains=1",
    })
    void shouldReportWhatWasLeftOpen(final String method, final Class<?> parameter, final String leak) {
        final Throwable failure = Engine.failure(Leaking.class, method, parameter);
        assertEquals(AssertionError.class, failure.getClass());
        assertEquals(
                "RDMA resources leaked by " + method + "(" + parameter.getSimpleName() + ")" + " (" + Engine.seed(7)
                        + "):\n  " + leak,
                failure.getMessage());
    }

    @Test
    void shouldNameARegionAndTheMemoryUnderIt() {
        final Throwable failure =
                Engine.failure(Leaking.class, "region", SimulatedDevice.class, ProtectionDomain.class);
        assertTrue(
                failure.getMessage().endsWith("\n  sim0: memoryRegions=1 memoryBlocks=1 memoryBytes=4096"),
                failure.getMessage());
    }

    @Test
    void shouldReportThatTheArenaWasRetained() {
        final String retained = "\n  ReceiveArena: retained more often than closed";
        final String message =
                Engine.failure(Leaking.class, "retained", ReceiveArena.class).getMessage();
        assertTrue(
                message.endsWith(retained + "; its shards remain allocated"
                        + "\n  sim0: dmaMappings=1 memoryBlocks=1 memoryBytes=65536"),
                message);
        final String empty = Engine.failure(Leaking.class, "retainedEmpty", ReceiveArena.class)
                .getMessage();
        assertTrue(empty.endsWith(retained), empty);
    }

    @Test
    void shouldShowWhoAcquiredAHeldBufferAndWhere() {
        final Throwable failure = Engine.failure(Leaking.class, "buffers", ReceiveArena.class);
        assertTrue(failure.getMessage().contains("\n  ReceiveArena: "), failure.getMessage());
        assertTrue(
                failure.getMessage()
                        .contains(" acquiredBy=" + Thread.currentThread().getName()),
                failure.getMessage());
        final Throwable[] places = failure.getCause().getSuppressed();
        assertEquals(2, places.length);
        for (final Throwable place : places) {
            assertTrue(Arrays.stream(place.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().equals(Leaking.class.getName())
                            && frame.getMethodName().equals("buffers")));
        }
    }

    @Test
    void shouldFailATestThatWritesToAFreeBuffer() {
        final Throwable failure = Engine.failure(Leaking.class, "writesLate", ReceiveArena.class);
        assertEquals(AssertionError.class, failure.getClass());
        assertTrue(
                failure.getMessage().contains("ReceiveArena: buffer was written while it was free: "),
                failure.getMessage());
        assertTrue(failure.getMessage().contains(" slot=0 offset=11 byte=0xee acquiredBy="), failure.getMessage());
        assertEquals(1, failure.getSuppressed().length);
        assertEquals(2, failure.getSuppressed()[0].getSuppressed().length);
    }

    @Test
    void shouldPassTestsThatLeaveNothingOpen() {
        assertNull(Engine.failure(
                Leaking.class, "nothing", SimulatedDevice.class, LoopbackPair.class, ReceiveArena.class));
    }

    @Test
    void shouldLetATestCloseItsParameters() {
        assertNull(
                Engine.failure(Leaking.class, "closed", SimulatedDevice.class, LoopbackPair.class, ReceiveArena.class));
    }

    @Test
    void shouldLeaveTheTestsOwnFailureInFrontOfTheLeak() {
        final Throwable failure = Engine.failure(Leaking.class, "failing", ProtectionDomain.class);
        assertEquals("the test's own", failure.getMessage());
        assertEquals(
                List.of(
                        Engine.seed(7),
                        "RDMA resources leaked by failing(ProtectionDomain) (" + Engine.seed(7) + "):\n"
                                + "  sim0: fastRegisterRegions=1"),
                suppressed(failure));
    }

    @Test
    void shouldAttachTheSeedToAFailure() {
        final Throwable failure = Engine.failure(Leaking.class, "failingOnly", Simulation.class);
        assertInstanceOf(IllegalArgumentException.class, failure);
        assertEquals(List.of(Engine.seed(7)), suppressed(failure));
    }

    @Test
    void shouldFailATestThatLeaksBeforeItIsAborted() {
        final Throwable failure = Engine.failure(Leaking.class, "aborted", ProtectionDomain.class);
        assertEquals(AssertionError.class, failure.getClass());
        assertTrue(failure.getMessage().endsWith("sim0: fastRegisterRegions=1"), failure.getMessage());
    }

    @Test
    void shouldReportWhatIsWrongWithTheSettings() {
        final Throwable failure = Engine.failure(Leaking.class, "misconfigured", ReceiveArena.class);
        assertInstanceOf(ParameterResolutionException.class, failure);
        assertTrue(failure.getMessage().contains("bufferSize=63"), failure.getMessage());
    }

    private static List<String> suppressed(final Throwable failure) {
        return Arrays.stream(failure.getSuppressed()).map(Throwable::getMessage).toList();
    }
}
