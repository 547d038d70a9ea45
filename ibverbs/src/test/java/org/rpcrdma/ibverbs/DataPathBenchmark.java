// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.queue.IbvCompletionQueue;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/**
 * What a poll and a posted request cost on this side of the driver.
 *
 * <p>There is no device and no libibverbs: the table of functions that a driver fills ({@code struct ibv_context_ops})
 * is in memory, and each of its entries is strnlen(3) of the C library, called as the driver's function would be, by
 * its address. No Java is called back, so that nothing of the fake is measured but those few nanoseconds, which are the
 * same in every row:
 *
 * <pre>
 *   entry        is called as                    so that strnlen       which the driver means as
 *   poll_cq      (cq, entries, wc)               returns 0             an empty queue: cq begins with a zero
 *   poll_cq      (full cq, entries, wc)          returns entries       so many completions: cq begins with none
 *   post_recv    (qp, first, bad)                returns 0             posted
 *   post_send    (qp, first, bad)                returns 0             posted
 * </pre>
 *
 * <p>Read the rows against {@link #callAlone}: a call into C and back with nothing around it. What a row has beyond
 * that is this module's: staging, checks, and the columns of a batch. A real driver's own work comes on top. Scores of
 * the chains of 16 and of the full poll are of one request, of one completion.
 *
 * <p>The column gc.alloc.rate.norm must be 0 B/op in every row; DataPathAllocationTest holds that. Run by
 * {@code ibverbs/jmh}, as {@code ibverbs/jmh DataPath}; it takes a minute.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DataPathBenchmark {
    private static final int BATCH = 16;
    private static final int SOFT_ROCE = 0xffffff;
    private static final String DRIVER = "strnlen";

    @SuppressWarnings("restricted")
    private static final MethodHandle CALL =
            Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS));

    private final Completions batch = new Completions(BATCH);
    private final MemorySegment driver = FakeVerbs.libc(DRIVER);
    private FakeVerbs fake;
    private MemorySegment zeros;
    private CompletionQueue empty;
    private CompletionQueue emptyOfOthers;
    private CompletionQueue full;
    private QueuePair queuePair;
    private ReceiveRequests one;
    private ReceiveRequests many;
    private SendRequests sends;

    /** Opens a device whose driver is one function of the C library. */
    @Setup
    public void open() {
        fake = new FakeVerbs();
        for (final int op : new int[] {FakeVerbs.POLL_CQ, FakeVerbs.POST_RECV, FakeVerbs.POST_SEND}) {
            fake.useLibc(op, DRIVER);
        }
        emptyOfOthers = openQueue(fake.open());
        fake.onQueryDevice(4096, 0, SOFT_ROCE);
        final IbvDevice device = fake.open();
        zeros = Native.segment(fake.object(), BATCH);
        empty = openQueue(device);
        full = openQueue(device);
        Native.segment(((IbvCompletionQueue) full).pointer(), BATCH).fill((byte) 1);
        queuePair = device.allocateProtectionDomain()
                .createQueuePair(new QueuePairAttributes(empty, empty, BATCH, BATCH, 1));
        one = device.newReceiveRequests(1);
        many = device.newReceiveRequests(BATCH);
        sends = device.newSendRequests(BATCH, 1);
    }

    private static CompletionQueue openQueue(final IbvDevice device) {
        return device.createCompletionQueue(BATCH, device.newEventLoop(), polled -> {});
    }

    /** Ends the driver. */
    @TearDown
    public void close() {
        fake.close();
    }

    /**
     * The baseline: calls the driver's function and does nothing else.
     *
     * @return 0.
     * @throws Throwable never.
     */
    @Benchmark
    public int callAlone() throws Throwable {
        return (int) CALL.invokeExact(driver, zeros.address(), BATCH, zeros);
    }

    /**
     * Polls an empty queue of soft-RoCE or mlx5: what a thread that spins on it pays each time. Less than
     * {@link #callAlone}, as the thread does not leave Java.
     *
     * @return 0.
     */
    @Benchmark
    public int pollEmpty() {
        return empty.poll(batch);
    }

    /**
     * The same of a driver that is not known to poll without system calls: by a call that leaves Java, as posting does.
     *
     * @return 0.
     */
    @Benchmark
    public int pollEmptyOfOthers() {
        return emptyOfOthers.poll(batch);
    }

    /**
     * Polls 16 completions into a batch; the score is of one.
     *
     * @return 16.
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int pollSixteen() {
        return full.poll(batch);
    }

    /** Stages and posts one Receive: a call each. */
    @Benchmark
    public void postOneReceive() {
        one.clear();
        one.receive(1, 4096, 4096, 7);
        queuePair.postReceive(one);
    }

    /** Stages and posts a chain of 16 Receives, as the transport does, by one call; the score is of one. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void postSixteenReceives() {
        many.clear();
        for (int i = 0; i < BATCH; i++) {
            many.receive(i, 4096L * i, 4096, 7);
        }
        queuePair.postReceive(many);
    }

    /** Stages and posts a chain of 16 sends of one element, by one call; the score is of one. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void postSixteenSends() {
        sends.clear();
        for (int i = 0; i < BATCH; i++) {
            sends.send(i, SendRequests.SIGNALED);
            sends.sge(4096L * i, 4096, 7);
        }
        queuePair.postSend(sends);
    }
}
