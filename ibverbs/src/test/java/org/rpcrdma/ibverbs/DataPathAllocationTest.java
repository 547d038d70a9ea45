// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.ibverbs.FakeVerbs.CREATE_QP_EX;
import static org.rpcrdma.ibverbs.FakeVerbs.POLL_CQ;
import static org.rpcrdma.ibverbs.FakeVerbs.POST_RECV;
import static org.rpcrdma.ibverbs.FakeVerbs.POST_SEND;
import static org.rpcrdma.ibverbs.FakeVerbs.REQ_NOTIFY_CQ;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/**
 * Tests posting, polling and arming with real calls into C. The driver is replaced by strnlen(3), which returns 0 for
 * zeros, as a driver without completions does.
 */
class DataPathAllocationTest {
    private static final int ROUNDS = 20_000;

    /** The offset of the first function in {@code struct ibv_qp_ex}. */
    private static final int FIRST_FUNCTION = 184;

    private static final int LAST_FUNCTION = 336;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @ValueSource(ints = {0, 0xffffff})
    void shouldAllocateNothing(final int vendor) {
        try (FakeVerbs fake = new FakeVerbs()) {
            for (final int op : new int[] {POLL_CQ, POST_SEND, POST_RECV, REQ_NOTIFY_CQ}) {
                fake.useLibc(op, "strnlen");
            }
            fake.onQueryDevice(4096, 0, vendor);
            fake.extend(CREATE_QP_EX, (context, attributes, c, d, e, f) -> extendedQueuePair(fake));
            fake.on("ibv_qp_to_qp_ex", (created, b, c, d, e, f) -> created);
            final IbvDevice device = fake.open();
            final CompletionQueue queue = device.createCompletionQueue(16, device.newEventLoop(), polled -> {});
            final QueuePair queuePair =
                    device.allocateProtectionDomain().createQueuePair(new QueuePairAttributes(queue, queue, 8, 8, 1));
            final Completions batch = new Completions(16);
            final SendRequests sends = device.newSendRequests(4, 1);
            final ReceiveRequests receives = device.newReceiveRequests(4);
            run(queue, queuePair, batch, sends, receives);
            final long before = threads.getCurrentThreadAllocatedBytes();
            run(queue, queuePair, batch, sends, receives);
            final long after = threads.getCurrentThreadAllocatedBytes();
            assertEquals(0, (after - before) / ROUNDS, "bytes a round, of " + (after - before));
        }
    }

    private static long extendedQueuePair(final FakeVerbs fake) {
        final long created = fake.object();
        for (int field = FIRST_FUNCTION; field <= LAST_FUNCTION; field += Long.BYTES) {
            Native.setLong(created + field, FakeVerbs.libc("strnlen").address());
        }
        return created;
    }

    private static void run(
            final CompletionQueue queue,
            final QueuePair queuePair,
            final Completions batch,
            final SendRequests sends,
            final ReceiveRequests receives) {
        for (int i = 0; i < ROUNDS; i++) {
            sends.clear();
            receives.clear();
            for (int request = 0; request < 4; request++) {
                sends.send(i, SendRequests.SIGNALED);
                sends.sge(4096L * request, 100, 1);
                receives.receive(i, 4096L * request, 100, 2);
            }
            queuePair.postSend(sends);
            queuePair.postSendOrNone(sends);
            queuePair.postReceive(receives);
            queue.poll(batch);
            queue.arm();
        }
    }
}
