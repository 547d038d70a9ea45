/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;

/**
 * What the way into the driver costs on this side: staging, the call into C and back, and the columns of a batch. The driver is
 * strnlen(3) of an empty string, which returns 0, as a queue that is empty and a post that succeeds do; a real one's own work comes on
 * top. Run by {@code transport-verbs/jmh}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DataPathBenchmark {
    private static final int BATCH = 16;

    private FakeVerbs fake;
    private CompletionQueue queue;
    private QueuePair queuePair;
    private final Completions batch = new Completions(BATCH);
    private ReceiveRequests one;
    private ReceiveRequests many;

    /** Opens a device whose driver is one function of the C library. */
    @Setup
    public void open() {
        fake = new FakeVerbs();
        for (final int op : new int[] {FakeVerbs.POLL_CQ, FakeVerbs.POST_RECV}) {
            fake.useLibc(op, "strnlen");
        }
        final IbvDevice device = fake.open();
        queue = device.createCompletionQueue(BATCH, device.newEventLoop(), polled -> {});
        queuePair = device.allocateProtectionDomain()
                .createQueuePair(new QueuePairAttributes(queue, queue, BATCH, BATCH, 1));
        one = device.newReceiveRequests(1);
        many = device.newReceiveRequests(BATCH);
    }

    /** Ends the driver. */
    @TearDown
    public void close() {
        fake.close();
    }

    /**
     * Polls an empty queue.
     *
     * @return 0.
     */
    @Benchmark
    public int pollEmpty() {
        return queue.poll(batch);
    }

    /** Stages and posts one Receive. */
    @Benchmark
    public void postOneReceive() {
        one.clear();
        one.receive(1, 4096, 4096, 7);
        queuePair.postReceive(one);
    }

    /** Stages and posts a chain of Receives, as the transport does; the score is of the whole chain of 16. */
    @Benchmark
    public void postSixteenReceives() {
        many.clear();
        for (int i = 0; i < BATCH; i++) {
            many.receive(i, 4096L * i, 4096, 7);
        }
        queuePair.postReceive(many);
    }
}
