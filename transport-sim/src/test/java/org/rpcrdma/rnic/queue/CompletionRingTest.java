// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;

class CompletionRingTest {
    private static final int LIMIT = 64;

    private final ReceiveQueue receives = queueOf(LIMIT);
    private final ReceiveQueue others = queueOf(LIMIT);
    private final CompletionRing ring = new CompletionRing(2 * LIMIT, 0, null);
    private final Completions batch = new Completions(LIMIT);

    @Test
    void shouldRemoveTheCompletionsOfOneQueuePair() {
        add(17, receives, 0, 0);
        add(18, others, 0, 0);
        add(17, receives, 1, 0);
        add(18, others, 1, 0);
        ring.remove(17);
        assertEquals(2, receives.reclaimed, "their places are free");
        assertEquals(2, ring.poll(batch));
        assertEquals(18, batch.qpNumber(0));
        assertEquals(100, batch.wrId(0));
        assertEquals(18, batch.qpNumber(1));
        assertEquals(101, batch.wrId(1));
    }

    @Test
    void shouldUseOneEntryForConsecutiveFlushedRequests() {
        final CompletionRing small = new CompletionRing(2, 0, null);
        add(small, 17, receives, 0, CompletionStatus.SUCCESS);
        for (int i = 1; i < LIMIT; i++) {
            add(small, 17, receives, i, CompletionStatus.WR_FLUSH_ERR);
        }
        assertEquals(LIMIT, small.size());
        assertEquals(2, small.room());
        final Completions few = new Completions(5);
        for (int i = 0; i < LIMIT; i += few.count()) {
            few.clear();
            small.poll(few);
            assertEquals(Math.min(5, LIMIT - i), few.count());
            assertEquals(i + few.count(), receives.reclaimed);
            for (int at = 0; at < few.count(); at++) {
                assertEquals(100 + i + at, few.wrId(at));
                assertEquals(i + at == 0 ? CompletionStatus.SUCCESS : CompletionStatus.WR_FLUSH_ERR, few.status(at));
            }
        }
        assertTrue(small.isEmpty());
    }

    @Test
    void shouldRemoveFlushedRequestsOfOneQueuePair() {
        for (int i = 0; i < 4; i++) {
            add(ring, 17, receives, i, CompletionStatus.WR_FLUSH_ERR);
        }
        add(ring, 18, others, 0, CompletionStatus.WR_FLUSH_ERR);
        add(ring, 18, others, 1, CompletionStatus.WR_FLUSH_ERR);
        ring.remove(17);
        assertEquals(4, receives.reclaimed);
        assertEquals(2, ring.size());
        assertEquals(2, ring.poll(batch));
        assertEquals(18, batch.qpNumber(1));
        assertEquals(101, batch.wrId(1));
        assertTrue(ring.isEmpty());
    }

    @Test
    void shouldLoseNoCompletionIfDirectMemoryRunsOutDuringAPoll() throws Exception {
        assertEquals("failed=true left=40 polled=40 reclaimed=40", inLittleMemory(FullPoll.class));
    }

    @Test
    void shouldCountNoCompletionForWhichThereIsNoMemory() throws Exception {
        assertEquals("failed=true left=4 polled=5 reclaimed=5", inLittleMemory(FullAdd.class));
    }

    private static String inLittleMemory(final Class<?> program) throws Exception {
        final List<String> flags = List.of(JavaPrograms.jvmOptions(), "-XX:MaxDirectMemorySize=" + DirectMemory.BYTES);
        return JavaPrograms.run(JavaPrograms.of(program, flags)).strip();
    }

    /** The direct memory of a JVM, which can be used up and freed again. */
    private static final class DirectMemory {
        static final int BYTES = 64 << 10;

        private final List<ByteBuffer> used = new ArrayList<>();

        /** Runs a step without direct memory. Returns true if the step needed some. */
        boolean isNeededBy(final Runnable step) {
            // The JVM waits for half a second before it throws each error, so use only a few sizes.
            useUp(1024);
            useUp(16);
            try {
                step.run();
                return false;
            } catch (final OutOfMemoryError e) {
                return true;
            } finally {
                used.forEach(BufferUtil::free);
            }
        }

        private void useUp(final int bytes) {
            try {
                while (true) {
                    used.add(ByteBuffer.allocateDirect(bytes));
                }
            } catch (final OutOfMemoryError e) {
                // At most smaller pieces are left.
            }
        }
    }

    /** Polls without direct memory, and then again. */
    static final class FullPoll {
        private FullPoll() {}

        public static void main(final String[] arguments) {
            final ReceiveQueue queue = queueOf(LIMIT);
            final CompletionRing full = new CompletionRing(LIMIT, 0, null);
            for (int i = 0; i < 40; i++) {
                add(full, 17, queue, i, CompletionStatus.SUCCESS);
            }
            final Completions batch = new Completions(LIMIT);
            final boolean failed = new DirectMemory().isNeededBy(() -> full.poll(batch));
            print(failed, full.size(), full, batch, queue);
        }
    }

    /** Adds a completion without direct memory, and then again. The ring must grow, because it contains payloads. */
    static final class FullAdd {
        private FullAdd() {}

        public static void main(final String[] arguments) {
            final ReceiveQueue queue = queueOf(LIMIT);
            final CompletionRing full = new CompletionRing(LIMIT, 32, null);
            for (int i = 0; i < 4; i++) {
                add(full, 17, queue, i, CompletionStatus.SUCCESS);
                full.attach(0, 0);
            }
            final Completions batch = new Completions(LIMIT);
            final Runnable another = () -> add(full, 17, queue, 4, CompletionStatus.SUCCESS);
            final boolean failed = new DirectMemory().isNeededBy(another);
            final int left = full.size();
            another.run();
            print(failed, left, full, batch, queue);
        }
    }

    private static void print(
            final boolean failed,
            final int left,
            final CompletionRing ring,
            final Completions batch,
            final ReceiveQueue queue) {
        batch.clear();
        final int polled = ring.poll(batch);
        for (int i = 0; i < polled; i++) {
            assertEquals(100 + i, batch.wrId(i));
        }
        System.out.println(
                "failed=" + failed + " left=" + left + " polled=" + polled + " reclaimed=" + queue.reclaimed);
    }

    private static void add(
            final CompletionRing to, final int queuePair, final WorkQueue queue, final int position, final int status) {
        final CompletionEntry entry = new CompletionEntry();
        entry.fill(queuePair, queue, position, status, CompletionOpcode.RECV);
        to.add(entry);
    }

    private void add(final int queuePair, final WorkQueue queue, final int position, final int flags) {
        final CompletionEntry entry = new CompletionEntry();
        entry.fill(queuePair, queue, position, CompletionStatus.SUCCESS, CompletionOpcode.RECV);
        entry.flags = flags;
        ring.add(entry);
    }

    /** Returns a queue of Receives with the ids 100, 101 and so on. */
    private static ReceiveQueue queueOf(final int count) {
        final ReceiveQueue queue = new ReceiveQueue(1, new ContextMemory(CostModel.defaults()), null, count, 1, 0);
        final ReceiveChain chain = new ReceiveChain(count, 1);
        for (int i = 0; i < count; i++) {
            chain.receive(100 + i);
        }
        queue.post(chain, 0);
        return queue;
    }
}
