// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.XdrWriter;

class SteadyStateTest extends TransportTest {
    private static final int PROGRAM = 0x2000_0001;
    private static final int GET = 1;
    private static final int IN_FLIGHT = 32;
    private static final int PROCEDURE = 3;
    private static final int WARM_UP = Effort.of(5_000, 20_000);
    private static final int MEASURED = Effort.of(10_000, 50_000);

    /** Sends the next call after each reply. Each call has a Read list, a Write chunk and an inline reply. */
    private class Loop implements ReplyHandler {
        private final boolean chosen;
        private long left;
        private int xid;
        private int failures;

        Loop(final boolean chosen) {
            this.chosen = chosen;
        }

        void run(final int calls) {
            left = calls;
            for (int i = 0; i < IN_FLIGHT; i++) {
                send();
            }
            while (fixture.client.callsOutstanding() + fixture.client.callsQueued() > 0) {
                fixture.simulation.step();
            }
        }

        private void send() {
            final int place = 16_384 * (xid % IN_FLIGHT);
            send(fixture.client.newCall(), xid++, place);
        }

        void send(final ClientCall call, final int id, final int place) {
            putHead(call.message(), id);
            if (chosen) {
                call.argument(40, fixture.address(place), 4096);
                call.result(fixture.address(place + 8192), 4096);
                call.longestReply(fixture.address(place + 8192), 4400);
            } else {
                call.readSegment(40, fixture.address(place), 4096);
                TransportFixture.writeChunk(call, fixture.address(place + 8192), 4096);
            }
            call.send(64, this);
        }

        /** Writes the header of an ONC RPC call without a credential. */
        private static void putHead(final MutableDirectBuffer message, final int xid) {
            message.setMemory(0, 40, (byte) 0);
            message.putInt(0, xid, ByteOrder.BIG_ENDIAN);
            message.putInt(8, RpcMessage.RPC_VERSION, ByteOrder.BIG_ENDIAN);
            message.putInt(20, PROCEDURE, ByteOrder.BIG_ENDIAN);
        }

        @Override
        public void onReply(final RpcReply reply) {
            failures += isRight(reply) ? 0 : 1;
            if (--left >= IN_FLIGHT) {
                send();
            }
        }

        boolean isRight(final RpcReply reply) {
            return reply.writeChunkLength(0) == 4096;
        }

        @Override
        public void onFailure(final String reason) {
            failures++;
        }
    }

    private static void serve(final RpcCall call) {
        call.writeChunk(0, 4096).putBytes(0, call.readPayload(), call.readPayloadOffset(0), 4096);
        call.replyMessage().putInt(0, call.xid(), ByteOrder.BIG_ENDIAN);
        call.reply(40);
    }

    @Test
    void shouldAllocateNothing() {
        fixture.open(SteadyStateTest::serve);
        assertMakesNoObjects();
    }

    @Test
    void shouldAllocateNothingForCallsThatTheReplyCacheLeavesAlone() {
        fixture.open(
                SteadyStateTest::serve,
                server -> server.replyCache(
                        ReplyCaching.of((program, version, procedure) -> procedure == PROCEDURE + 1)));
        assertMakesNoObjects();
        assertEquals(0, fixture.server.figures().replyCacheMisses());
    }

    /** The data are sent in Write chunks. */
    @Test
    void shouldAllocateNothingForCallsWhoseRepliesAreNotKept() {
        fixture.open(
                SteadyStateTest::serve,
                server -> server.replyCache(ReplyCaching.of((program, version, procedure) -> procedure == PROCEDURE)));
        assertMakesNoObjects();
        assertEquals(WARM_UP + 2 * MEASURED, fixture.server.figures().replyCacheNotKept());
    }

    /** The service's memory, which is sent in place, is mapped for each call. */
    @Test
    void shouldAllocateNothingForRepliesInPlace() {
        final AtomicReference<MemoryBlock> block = new AtomicReference<>();
        final Runnable done = () -> {};
        fixture.open(call -> {
            call.whenDone(done);
            call.writeChunk(0, block.get().address(), 4096);
            call.replyMessage().putInt(0, call.xid(), ByteOrder.BIG_ENDIAN);
            call.replyPart(block.get().address(), 300);
            call.replyPart(block.get().address() + 4096, 300);
            call.reply(40);
        });
        block.set(fixture.serverDevice.memory().allocate(8192, 4096));
        assertMakesNoObjects();
        fixture.client.close();
        fixture.server.close();
        block.get().close();
    }

    /** The data are sent in a Write chunk, directly from the service's memory. */
    @Test
    void shouldAllocateNothingForDataOfProcedures() {
        final AtomicReference<MemoryBlock> block = new AtomicReference<>();
        final Runnable done = () -> {};
        fixture.open(new RpcPrograms().on(PROGRAM, 1, GET, (call, reply) -> {
            call.rpcCall().whenDone(done);
            reply.putInt(call.data().length());
            reply.putData(block.get().address(), 4096);
        }));
        block.set(fixture.serverDevice.memory().allocate(4096, 4096));
        assertMakesNoObjects(new Loop(true) {
            @Override
            void send(final ClientCall call, final int xid, final int place) {
                final XdrWriter arguments = call.begin(xid, PROGRAM, 1, GET);
                arguments.putInt(4096);
                call.argument(arguments.position(), fixture.address(place), 4096);
                call.result(fixture.address(place + 8192), 4096);
                call.send(arguments.position(), this);
            }

            @Override
            boolean isRight(final RpcReply reply) {
                return reply.results().getInt() == 4096
                        && reply.data().length() == 4096
                        && reply.writeChunkLength(0) == 4096;
            }
        });
        fixture.client.close();
        fixture.server.close();
        block.get().close();
    }

    /** The calls in flight acquire more buffers than are reserved, and release them again. */
    @Test
    void shouldAllocateNothingOnASharedArena() {
        final AtomicReference<ReceiveArena> arena = new AtomicReference<>();
        final AtomicReference<ProtectionDomain> domain = new AtomicReference<>();
        fixture.open(SteadyStateTest::serve, server -> {
            domain.set(TransportFixture.device(server).allocateProtectionDomain());
            arena.set(new ReceiveArena(new ReceiveArena.Context()
                    .mapper(new DmaShardMapper(domain.get()))
                    .memory(TransportFixture.device(server).memory())));
            return server.sharedArena(arena.get(), domain.get()).credits(IN_FLIGHT);
        });
        assertMakesNoObjects();
        assertTrue(arena.get().figures().buffersHighWater() > IN_FLIGHT);
        fixture.client.close();
        fixture.server.close();
        arena.get().close();
        domain.get().close();
    }

    /**
     * The transport chooses chunks, the caller waits for replies with a time limit, and calls in the other direction
     * are served.
     */
    @Test
    void shouldAllocateNothingIfTheTransportChooses() {
        fixture.open(
                SteadyStateTest::serve,
                server -> server.reverseDirection(true),
                client -> client.reverseService(RpcCall::drop).tries(3).callTimeout(TimeUnit.SECONDS.toNanos(60)));
        assertMakesNoObjects(new Loop(true));
    }

    private void assertMakesNoObjects() {
        assertMakesNoObjects(new Loop(false));
    }

    private void assertMakesNoObjects(final Loop loop) {
        fixture.connect();
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // The warm-up is as long as the measurement, so that the JVM links and compiles everything before the
        // measurement.
        loop.run(WARM_UP + MEASURED);
        final long before = threads.getCurrentThreadAllocatedBytes();
        loop.run(MEASURED);
        final long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(0, loop.failures);
        assertTrue(bytes < MEASURED, "bytes=" + bytes + " calls=" + MEASURED);
    }
}
