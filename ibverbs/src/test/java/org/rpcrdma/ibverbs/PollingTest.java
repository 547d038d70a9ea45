// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.queue.IbvCompletionQueue;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;

/** Tests polling a driver's completions. */
class PollingTest extends DriverTest {
    /** The ids of the completions that will be polled next. */
    private final ArrayDeque<Integer> coming = new ArrayDeque<>();

    private final List<Integer> asked = new ArrayList<>();

    @BeforeEach
    @Override
    void open() {
        fake.op(FakeVerbs.POLL_CQ, (cq, entries, wc, d, e, f) -> {
            asked.add((int) entries);
            int count = 0;
            while (count < (int) entries && !coming.isEmpty()) {
                write(Native.segment(wc + 48L * count++, 48), coming.poll());
            }
            return count;
        });
        super.open();
        queue = device.createCompletionQueue(100, loop, polled -> {});
    }

    private static void write(final MemorySegment wc, final int id) {
        wc.set(JAVA_LONG, 0, id);
        wc.set(JAVA_INT, 8, 0);
        wc.set(JAVA_INT, 12, CompletionOpcode.RECV);
        wc.set(JAVA_INT, 20, 1000 + id);
        wc.set(JAVA_INT, 24, 0x11223344);
        wc.set(JAVA_INT, 28, 77);
        wc.set(JAVA_INT, 32, 88);
        wc.set(JAVA_INT, 36, 0);
    }

    @Test
    void shouldFillTheColumnsOfABatch() {
        fake.op(FakeVerbs.POLL_CQ, (cq, entries, wc, d, e, f) -> {
            for (int i = 0; i < 3; i++) {
                write(Native.segment(wc + 48L * i, 48), i);
            }
            Native.setInt(wc + 36, Completions.WITH_IMMEDIATE);
            Native.setInt(wc + 48 + 36, Completions.WITH_INVALIDATE);
            Native.setInt(wc + 96 + 8, CompletionStatus.RNR_RETRY_EXC_ERR);
            return 3;
        });
        final Completions batch = new Completions(8);
        assertEquals(3, queue.poll(batch));
        assertEquals(0x44332211, batch.immediate(0), "it is big-endian there");
        assertEquals(0x11223344, batch.invalidatedKey(1));
        assertEquals(CompletionStatus.RNR_RETRY_EXC_ERR, batch.status(2));
        for (int i = 0; i < 3; i++) {
            assertEquals(i, batch.wrId(i));
            assertEquals(1000 + i, batch.byteLength(i));
            assertEquals(CompletionOpcode.RECV, batch.opcode(i));
            assertEquals(77, batch.qpNumber(i));
            assertEquals(88, batch.sourceQueuePair(i));
        }
    }

    /** Soft-RoCE sets the flag in the completion of every Receive. */
    @Test
    void shouldFlagARouteHeaderForDatagramsOnly() {
        fake.op(FakeVerbs.POLL_CQ, (cq, entries, wc, d, e, f) -> {
            for (int i = 0; i < 2; i++) {
                write(Native.segment(wc + 48L * i, 48), i);
                Native.setInt(wc + 48L * i + 32, 88 * i);
                Native.setInt(wc + 48L * i + 36, Completions.GRH);
            }
            return 2;
        });
        final Completions batch = new Completions(2);
        queue.poll(batch);
        assertEquals(0, batch.flags(0));
        assertEquals(Completions.GRH, batch.flags(1));
    }

    @Test
    void shouldTakeAtMostOneBatch() {
        for (int i = 0; i < 100; i++) {
            coming.add(i);
        }
        final Completions few = new Completions(5);
        assertEquals(5, queue.poll(few));
        assertEquals(4, few.wrId(4));
        final Completions many = new Completions(80);
        assertEquals(80, queue.poll(many));
        assertEquals(5, many.wrId(0));
        assertEquals(84, many.wrId(79));
        assertEquals(15, queue.poll(many));
        assertEquals(99, many.wrId(14));
        assertEquals(0, queue.poll(many));
    }

    @Test
    void shouldKeepTheCompletionsThatAnAwaitFound() {
        assertFalse(loop.await(queue, 0));
        coming.add(1);
        coming.add(2);
        assertTrue(loop.await(queue, 0));
        assertTrue(loop.await(queue, 0));
        assertEquals(1, coming.size(), "one is enough to know");
        final Completions batch = new Completions(1);
        assertEquals(1, queue.poll(batch));
        assertEquals(1, batch.wrId(0));
        assertEquals(1, queue.poll(batch));
        assertEquals(2, batch.wrId(0));
    }

    @Test
    void shouldReportAQueueThatOverran() {
        fake.op(FakeVerbs.POLL_CQ, (cq, entries, wc, d, e, f) -> -2);
        assertTrue(loop.await(queue, Long.MAX_VALUE), "polling reports it");
        assertErrno(Errno.ENOMEM, () -> queue.poll(new Completions(1)));
    }

    /**
     * A Java method cannot be called in this way. Therefore strnlen(3) takes its place: for a queue without a zero
     * byte, it returns the requested number of completions.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 0x02c9, 0xffffff})
    void shouldPollKnownDriversWithoutLeavingJava(final int vendor) {
        fake.onQueryDevice(4096, 0, vendor);
        fake.useLibc(FakeVerbs.POLL_CQ, "strnlen");
        final IbvDevice known = fake.open();
        assertEquals(vendor != 0, known.context().granted().staysInUserSpace());
        final CompletionQueue full = known.createCompletionQueue(100, known.newEventLoop(), polled -> {});
        final Completions batch = new Completions(40);
        assertEquals(0, full.poll(batch));
        Native.segment(((IbvCompletionQueue) full).pointer(), 100).fill((byte) 1);
        assertEquals(40, full.poll(batch));
    }

    @Test
    void shouldArmForAllOrForSolicitedEvents() {
        final List<Integer> armed = new ArrayList<>();
        fake.op(FakeVerbs.REQ_NOTIFY_CQ, (cq, solicitedOnly, c, d, e, f) -> armed.add((int) solicitedOnly) ? 0 : -1);
        queue.arm();
        queue.armSolicited();
        assertEquals(List.of(0, 1), armed);
    }
}
