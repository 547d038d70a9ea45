// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/** Flushes and atomic writes, which libibverbs has calls for only, from rdma-core 46 on. */
class FlushTest {
    private static final long GLOBAL = 1L << 38;
    private static final long PERSISTENT = 1L << 39;
    private static final long ATOMIC_WRITE = 1L << 40;

    /** Bits of the operations that a queue pair is created for. */
    private static final long BOTH = 1 << 11 | 1 << 12;

    @AutoClose
    private final FakeVerbs fake = new FakeVerbs();

    private final List<String> calls = new ArrayList<>();
    private final List<Long> operations = new ArrayList<>();
    private long known = -1;
    private long result;

    /** A device by its extended flags, whose library knows some of the operations. */
    private IbvDevice device(final long flags) {
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
        return fake.open();
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

    private void set(final long queuePair, final int offset, final String name, final FakeVerbs.Function function) {
        Native.setLong(queuePair + offset, fake.pointer(name, function));
    }

    private long note(final String call, final long returned) {
        calls.add(call);
        return returned;
    }

    private static String id(final long queuePair) {
        return Native.getLong(queuePair + 168) + "/" + Native.getInt(queuePair + 176);
    }

    private static QueuePair queuePair(final IbvDevice device, final QueuePairType type) {
        final CompletionQueue queue = device.createCompletionQueue(16, device.newEventLoop(), polled -> {});
        return device.allocateProtectionDomain()
                .createQueuePair(new QueuePairAttributes(queue, queue, 8, 8, 2).withType(type));
    }

    @Test
    void shouldPostThemByCallsWithWhatIsStagedBesideThem() {
        final IbvDevice device = device(GLOBAL | PERSISTENT | ATOMIC_WRITE);
        final QueuePair queuePair = queuePair(device, QueuePairType.RC);
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
        assertEquals(List.of("post_send"), calls, "others as they are staged");
    }

    @Test
    void shouldNameTheFirstRequestWhereNoneIsPosted() {
        final IbvDevice device = device(ATOMIC_WRITE);
        final SendRequests chain = device.newSendRequests(2, 1);
        chain.send(1, 0);
        chain.atomicWrite(2, 0, 8000, 77, 5);
        result = 12;
        final QueuePair queuePair = queuePair(device, QueuePairType.RC);
        final PostException full = assertThrows(PostException.class, () -> queuePair.postSend(chain));
        assertEquals(Errno.ENOMEM, full.errno());
        assertEquals(0, full.badIndex());
        calls.clear();
        final QueuePair datagrams = queuePair(device, QueuePairType.UD);
        final PostException e = assertThrows(PostException.class, () -> datagrams.postSend(chain));
        assertEquals(Errno.EOPNOTSUPP, e.errno());
        assertEquals(0, e.badIndex(), "the SEND before it is not posted either");
        assertEquals(List.of(), calls);
    }

    @ParameterizedTest
    @CsvSource({"0, false, false", "38, true, false", "39, true, false", "40, false, true"})
    void shouldTellWhetherTheDeviceHasThem(final int bit, final boolean flushes, final boolean writes) {
        final IbvDevice device = device(bit == 0 ? 0 : 1L << bit);
        assertEquals(flushes, device.attributes().has(DeviceCapability.FLUSH));
        assertEquals(writes, device.attributes().has(DeviceCapability.ATOMIC_WRITE));
        final SendRequests chain = device.newSendRequests(2, 1);
        expect(flushes, () -> chain.flush(1, 0, 0, 0, 0, SendRequests.FLUSH_GLOBAL, true));
        expect(writes, () -> chain.atomicWrite(2, 0, 0, 0, 0));
        assertEquals((flushes ? 1 : 0) + (writes ? 1 : 0), chain.size());
        final ProtectionDomain domain = device.allocateProtectionDomain();
        for (final int right : new int[] {Access.FLUSH_GLOBAL, Access.FLUSH_PERSISTENT}) {
            expect(flushes, () -> domain.registerMemory(4096, 10, 4096, right).close());
        }
    }

    private static void expect(final boolean allowed, final Runnable call) {
        if (allowed) {
            call.run();
        } else {
            assertEquals(
                    Errno.EOPNOTSUPP,
                    assertThrows(VerbsException.class, call::run).errno());
        }
    }

    /** A library before rdma-core 46 on a kernel that has them creates no queue pair for them. */
    @Test
    void shouldPostAllElseWhereTheLibraryIsOlderThanTheKernel() {
        known = ~BOTH;
        final IbvDevice device = device(GLOBAL | ATOMIC_WRITE);
        final QueuePair queuePair = queuePair(device, QueuePairType.RC);
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
                "EOPNOTSUPP: the chain is posted whole or not at all: "
                        + "operation is not one of the queue pair: opcode=14",
                e.getMessage().split(": errno")[0]);
        assertEquals(List.of(), calls, "nothing is begun");
    }

    @Test
    void shouldRefuseThemWhereThereAreNoCalls() {
        known = 0;
        final IbvDevice device = device(GLOBAL | ATOMIC_WRITE);
        final QueuePair queuePair = queuePair(device, QueuePairType.RC);
        final SendRequests chain = device.newSendRequests(1, 1);
        chain.atomicWrite(1, 0, 8000, 77, 5);
        final PostException e = assertThrows(PostException.class, () -> queuePair.postSend(chain));
        assertEquals(Errno.EOPNOTSUPP, e.errno());
        assertEquals(List.of(), calls);
    }
}
