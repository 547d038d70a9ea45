// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.time.ExecutorClock;

/**
 * Tests threads that use arenas and pools whose ageing runs on a server's event loop. The server continues to answer
 * calls in real time.
 */
class SharedClocksTest {
    private static final int PROGRAM = 0x2000_0009;
    private static final int WORKERS = 2;
    private static final int ARENAS = Effort.of(1000, 5000);
    private static final int USES = Effort.of(300_000, 5_000_000);
    private static final int SETS = Effort.of(50_000, 1_000_000);
    private static final int MOST_PINNED = 16;

    private final UdpNetwork here = new UdpNetwork();
    private final UdpNetwork there = new UdpNetwork();
    private final UdpDevice serverDevice = here.attach("udp0", UdpAddresses.address(1));
    private final UdpDevice clientDevice = there.attach("udp1", UdpAddresses.address(2));
    private final EventLoop loop = serverDevice.newEventLoop();
    private final EventLoopRunner serving = EventLoopRunner.start("server", loop);
    private final EventLoopRunner calling = EventLoopRunner.start("client", clientDevice.newEventLoop());
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private RpcRdmaServer server;
    private AsyncRpcRdmaClient client;

    private void serve(final RpcRdmaServer.Context settings) {
        server = serving.call(() -> new RpcRdmaServer(settings.device(serverDevice)
                .eventLoop(loop)
                .port(TransportFixture.PORT)
                .service(new RpcPrograms()
                        .on(
                                PROGRAM,
                                1,
                                1,
                                (call, reply) -> reply.putInt(call.arguments().getInt())))));
        client = new AsyncRpcRdmaClient(
                new RpcRdmaClient.Context()
                        .device(clientDevice)
                        .remote(new InetSocketAddress(UdpAddresses.address(1), TransportFixture.PORT)),
                calling);
        client.connect().join();
    }

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
            serving.call(() -> {
                server.close();
                return null;
            });
        }
        calling.close();
        serving.close();
        clientDevice.close();
        serverDevice.close();
        here.close();
        there.close();
    }

    private int call(final int number) {
        return client.call(
                        PROGRAM,
                        1,
                        1,
                        (call, arguments) -> arguments.putInt(number),
                        reply -> reply.results().getInt())
                .join();
    }

    /** Runs each task on its own thread while calls are made. All calls are answered. */
    private void callBeside(final List<Runnable> tasks) {
        final AtomicInteger running = new AtomicInteger(tasks.size());
        for (final Runnable task : tasks) {
            new Thread(() -> {
                        try {
                            task.run();
                        } catch (final Throwable e) {
                            failure.compareAndSet(null, e);
                        } finally {
                            running.decrementAndGet();
                        }
                    })
                    .start();
        }
        int calls = 0;
        while (running.get() > 0) {
            assertEquals(calls, call(calls));
            calls++;
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread has failed", failure.get());
        }
        assertTrue(calls > 0);
    }

    @Test
    void shouldAgeArenasOnTheLoopOfAServerWhileOtherThreadsUseThem() {
        serve(new RpcRdmaServer.Context());
        ageArenas(loop);
    }

    @Test
    void shouldAgeArenasOnAnExecutor() {
        serve(new RpcRdmaServer.Context());
        final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        ageArenas(new ExecutorClock(executor));
        executor.shutdownNow();
    }

    private void ageArenas(final Clock.Shared clock) {
        final CountedMemory memory = new CountedMemory();
        final List<ReceiveArena> arenas = new ArrayList<>();
        for (int i = 0; i < ARENAS; i++) {
            arenas.add(new ReceiveArena(new ReceiveArena.Context()
                    .memory(memory)
                    .mapper(memory)
                    .clock(clock)
                    .agingPeriod(1)));
        }
        final List<Runnable> workers = new ArrayList<>();
        for (int worker = 0; worker < WORKERS; worker++) {
            final Random random = new Random(worker);
            workers.add(() -> {
                for (int use = 0; use < USES; use++) {
                    final ReceiveArena arena = arenas.get(random.nextInt(ARENAS));
                    arena.release(arena.acquire());
                }
            });
        }
        callBeside(workers);
        Patience.await(() -> memory.blocks.get() == 0, () -> call(1), () -> "blocks=" + memory.blocks);
        arenas.forEach(ReceiveArena::close);
    }

    /** {@code frmr set} changes settings in the same way from another process. */
    @Test
    void shouldTakeSettingsOfPoolsFromThreadsOfJmx() throws Exception {
        final AtomicReference<FastRegisteredShardMapper> mapper = new AtomicReference<>();
        serve(new RpcRdmaServer.Context().mapper(domain -> {
            mapper.set(new FastRegisteredShardMapper(domain, loop).visibleAs("udp0-receive"));
            return mapper.get();
        }));
        final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        final ObjectName pools = FrmrAdministration.objectName("udp0-receive");
        final AtomicBoolean isSet = new AtomicBoolean();
        callBeside(List.of(
                () -> {
                    for (int i = 0; i < SETS; i++) {
                        set(beans, pools, 1 + i % 100);
                    }
                    isSet.set(true);
                },
                () -> {
                    for (int i = 0; !isSet.get(); i++) {
                        pin(beans, pools, i % MOST_PINNED);
                    }
                    pin(beans, pools, MOST_PINNED);
                }));
        assertEquals(1 + (SETS - 1) % 100, beans.getAttribute(pools, "AgingPeriod"));
        final int kept = serving.call(() -> mapper.get().pools().pools().stream()
                .mapToInt(pool -> pool.statistics().queued() + pool.statistics().inUse())
                .sum());
        assertTrue(kept >= MOST_PINNED, "kept=" + kept);
    }

    private static void set(final MBeanServer beans, final ObjectName pools, final int seconds) {
        try {
            beans.setAttribute(pools, new Attribute("AgingPeriod", seconds));
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void pin(final MBeanServer beans, final ObjectName pools, final int count) {
        try {
            beans.invoke(pools, "setPinned", new Object[] {false, 0, 0L, 16L, count}, new String[] {
                "boolean", "int", "long", "long", "int"
            });
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldRefuseAClockThatOnlyOneThreadMayArm() {
        final Clock own = new Clock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public Timer newTimer(final Runnable task) {
                throw new AssertionError();
            }
        };
        final String message = assertThrows(IllegalArgumentException.class, () -> new ReceiveArena.Context().clock(own))
                .getMessage();
        assertTrue(
                message.startsWith("clock must be a Clock.Shared, which any thread may arm, such as an EventLoop or an"
                        + " ExecutorClock: clock=" + getClass().getName()),
                message);
    }

    /** An allocator that returns addresses without memory, and a mapper whose mappings are dummies. Thread-safe. */
    private static final class CountedMemory implements MemoryAllocator, ShardMapper {
        private final AtomicInteger blocks = new AtomicInteger();
        private final AtomicLong next = new AtomicLong(1L << 40);

        @Override
        public MemoryBlock allocate(final long length, final long alignment) {
            final long address = (next.getAndAdd(length + alignment) + alignment - 1) & -alignment;
            blocks.incrementAndGet();
            return new MemoryBlock() {
                @Override
                public long address() {
                    return address;
                }

                @Override
                public long length() {
                    return length;
                }

                @Override
                public ByteBuffer buffer() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void close() {
                    blocks.decrementAndGet();
                }
            };
        }

        @Override
        public ShardMapping map(final MemoryBlock shard) {
            return new ShardMapping() {
                @Override
                public long iova(final int offset) {
                    return shard.address() + offset;
                }

                @Override
                public int lkey(final int offset) {
                    return 1;
                }

                @Override
                public void syncForCpu(final int offset, final int length) {}

                @Override
                public int mappings() {
                    return 1;
                }

                @Override
                public long pages() {
                    return shard.length() / 4096;
                }

                @Override
                public long bytes() {
                    return shard.length();
                }

                @Override
                public void close() {}
            };
        }
    }
}
