// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.testkit.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * Tests flushes and atomic writes. libibverbs supports these operations only through function calls, and only since
 * rdma-core 46.
 */
class FlushTest extends DriverTest {
    private static final long GLOBAL = 1L << 38;
    private static final long PERSISTENT = 1L << 39;
    private static final long ATOMIC_WRITE = 1L << 40;

    /** The bits of both operations in the flags with which a queue pair is created. */
    private static final long BOTH = 1 << 11 | 1 << 12;

    private final List<Long> operations = new ArrayList<>();
    private long known = -1;
    private long result;

    /** Opens a device that reports the given extended flags and whose library supports some of the operations. */
    private void open(final long flags) {
        fake.extend(FakeVerbs.QUERY_DEVICE_EX, (context, input, attributes, size, e, f) -> {
            Native.setInt(attributes + 132, 1000);
            Native.setLong(attributes + 280, flags);
            return 0;
        });
        fake.extend(FakeVerbs.CREATE_QP_EX, (context, attributes, c, d, e, f) -> {
            final MemorySegment wanted = Native.segment(attributes, 136);
            operations.add(wanted.get(JAVA_LONG, 128));
            return (wanted.get(JAVA_LONG, 128) & ~known) == 0 ? queuePair() : 0;
        });
        fake.on("ibv_qp_to_qp_ex", (qp, b, c, d, e, f) -> qp);
        fake.op(FakeVerbs.POST_SEND, (qp, first, bad, d, e, f) -> note("post_send", 0));
        open();
    }

    private long queuePair() {
        final long created = fake.object();
        set(created, 240, "send", (qp, b, c, d, e, f) -> note("send id=" + id(qp), 0));
        set(created, 312, "sge", (qp, count, list, d, e, f) -> note("sge " + count, 0));
        set(created, 320, "start", (qp, b, c, d, e, f) -> note("start", 0));
        set(created, 328, "complete", (qp, b, c, d, e, f) -> note("complete", result));
        set(
                created,
                344,
                "atomic_write",
                (qp, rkey, remote, value, e, f) ->
                        note("write id=" + id(qp) + " " + (int) rkey + " " + remote + " " + Native.getLong(value), 0));
        set(
                created,
                352,
                "flush",
                (qp, rkey, remote, length, type, level) ->
                        note("flush id=" + id(qp) + " " + rkey + " " + remote + " " + length + " " + type + level, 0));
        return created;
    }

    @Test
    void shouldPostThemByCallsTogetherWithOtherRequests() {
        open(GLOBAL | PERSISTENT | ATOMIC_WRITE);
        assertEquals(List.of(0x1fL | BOTH), operations);
        final SendRequests chain = device.newSendRequests(4, 1);
        chain.send(1, 0);
        chain.sge(4096, 10, 3);
        chain.atomicWrite(2, SendRequests.FENCE, 8000, 77, 0x1122334455667788L);
        chain.flush(3, SendRequests.SIGNALED, 9000, -1, 78, SendRequests.FLUSH_PERSISTENT, false);
        chain.flush(4, 0, 9001, 5, 79, SendRequests.FLUSH_GLOBAL, true);
        queuePair.postSend(chain);
        assertEquals(
                List.of(
                        "start",
                        "send id=1/0",
                        "sge 1",
                        "write id=2/1 77 8000 " + 0x1122334455667788L,
                        "flush id=3/2 78 9000 4294967295 20",
                        "flush id=4/0 79 9001 5 11",
                        "complete"),
                calls);
        calls.clear();
        chain.clear();
        chain.send(1, 0);
        queuePair.postSend(chain);
        assertEquals(List.of("post_send"), calls, "others as staged");
    }

    @Test
    void shouldReportTheFirstRequestIfNoneIsPosted() {
        open(ATOMIC_WRITE);
        final SendRequests chain = device.newSendRequests(2, 1);
        chain.send(1, 0);
        chain.atomicWrite(2, 0, 8000, 77, 5);
        result = 12;
        assertRefused(Errno.ENOMEM, 0, () -> queuePair.postSend(chain));
        calls.clear();
        final QueuePair datagrams = newQueuePair(QueuePairType.UD);
        assertRefused(Errno.EOPNOTSUPP, 0, () -> datagrams.postSend(chain));
        assertEquals(List.of(), calls);
    }

    @ParameterizedTest
    @CsvSource({"0, false, false", "38, true, false", "39, true, false", "40, false, true"})
    void shouldReportWhetherTheDeviceHasThem(final int bit, final boolean flushes, final boolean writes) {
        open(bit == 0 ? 0 : 1L << bit);
        assertEquals(flushes, device.attributes().has(DeviceCapability.FLUSH));
        assertEquals(writes, device.attributes().has(DeviceCapability.ATOMIC_WRITE));
        final SendRequests chain = device.newSendRequests(2, 1);
        expect(flushes, () -> chain.flush(1, 0, 0, 0, 0, SendRequests.FLUSH_GLOBAL, true));
        expect(writes, () -> chain.atomicWrite(2, 0, 0, 0, 0));
        assertEquals((flushes ? 1 : 0) + (writes ? 1 : 0), chain.size());
        for (final int right : new int[] {Access.FLUSH_GLOBAL, Access.FLUSH_PERSISTENT}) {
            expect(flushes, () -> domain.registerMemory(4096, 10, 4096, right).close());
        }
    }

    private static void expect(final boolean allowed, final Runnable call) {
        if (allowed) {
            call.run();
        } else {
            assertErrno(Errno.EOPNOTSUPP, call::run);
        }
    }

    /**
     * With a library older than rdma-core 46, queue pairs cannot be created for these operations even if the kernel
     * supports them.
     */
    @Test
    void shouldPostOtherRequestsIfTheLibraryIsOlderThanTheKernel() {
        known = ~BOTH;
        open(GLOBAL | ATOMIC_WRITE);
        assertEquals(List.of(0x1fL | BOTH, 0x1fL), operations);
        final SendRequests chain = device.newSendRequests(1, 1);
        chain.send(1, 0);
        queuePair.postSendOrNone(chain);
        assertEquals(List.of("start", "send id=1/0", "sge 0", "complete"), calls);
        calls.clear();
        chain.clear();
        chain.flush(2, 0, 9000, 5, 78, SendRequests.FLUSH_GLOBAL, true);
        final PostException e = assertThrows(PostException.class, () -> queuePair.postSend(chain));
        assertEquals(
                "EOPNOTSUPP: no request in the chain was posted: "
                        + "the queue pair does not support the operation: opcode=14",
                e.getMessage().split(": errno")[0]);
        assertEquals(List.of(), calls, "nothing is begun");
    }

    @Test
    void shouldRefuseThemIfThereAreNoCalls() {
        known = 0;
        open(GLOBAL | ATOMIC_WRITE);
        final SendRequests chain = device.newSendRequests(1, 1);
        chain.atomicWrite(1, 0, 8000, 77, 5);
        assertErrno(PostException.class, Errno.EOPNOTSUPP, () -> queuePair.postSend(chain));
        assertEquals(List.of(), calls);
    }
}
