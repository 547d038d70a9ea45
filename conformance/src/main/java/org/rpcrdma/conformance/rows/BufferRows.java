// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.DomainBuffer;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/** Buffers of a domain. */
public final class BufferRows {
    private static final int LENGTH = 4096;
    private static final int LARGE = 16 * 1024;
    private static final int ALL = Access.LOCAL_WRITE | Access.REMOTE;

    private BufferRows() {}

    @Rule(
            id = "BF-01",
            text = "Two regions over parts of one buffer have keys of their own, begin where they were asked to, and "
                    + "take data independently",
            source = "rdma-core tests/test_buf.py: test_multiple_mrs_one_buf_*")
    static void rowBF01(final Testbed bed) {
        final Pair pair = connected(bed);
        final Endpoint server = pair.server();
        final DomainBuffer buffer = bed.own(server.domain().allocateBuffer(TestBuffer.blockLength(LENGTH)));
        final TestBuffer bytes = new TestBuffer(buffer.memory(), LENGTH);
        final int half = LENGTH / 2;
        final long middle = bytes.address() + half;
        final ExtendedMemoryRegion front = bed.own(buffer.register(server.domain(), TestBuffer.GUARD, half, ALL));
        final ExtendedMemoryRegion back =
                bed.own(server.domain().registerMemory(new MemoryRegionAttributes(middle, half, Access.LOCAL_WRITE)));
        Expect.that("keys differ", front.lkey() != back.lkey());
        Expect.equal("address of the front", bytes.address(), front.address());
        Expect.equal("address of the back", middle, back.address());
        final ExtendedMemoryRegion ofBuffer =
                bed.own(buffer.register(server.domain(), TestBuffer.GUARD + half, half, ALL));
        Expect.equal("address of the back, by the buffer", middle, ofBuffer.address());
        final Memory client = memory(bed, pair.client(), half);
        send(pair, client, half, 'f', front);
        bytes.expect(0, half, 'f');
        send(pair, client, 64, 'b', back);
        bytes.expect(0, half, 'f');
        bytes.expect(half, 64, 'b');
    }

    private static void send(
            final Pair pair, final Memory client, final int length, final int value, final ExtendedMemoryRegion into) {
        client.buffer().fill(value);
        pair.server().receive(1, into.iova(), length, into.lkey());
        pair.client()
                .post(client, length, sends -> sends.send(2, SendRequests.SIGNALED))
                .nextSuccess("SEND");
        pair.server().nextSuccess("Receive");
    }

    @Rule(
            id = "BF-02",
            text = "A buffer is not registered in another domain than it was allocated for (EINVAL)",
            source = "rdma-core tests/test_buf.py: test_buf_reg_wrong_allocating_pd_fails_{plain,cc}")
    static void rowBF02(final Testbed bed) {
        final Endpoint client = endpoint(bed);
        final ExtendedProtectionDomain other = client.anotherDomain();
        final DomainBuffer buffer = bed.own(client.domain().allocateBuffer(LENGTH));
        Expect.fails("another domain", Errno.EINVAL, () -> buffer.register(other, 0, LENGTH, ALL));
    }

    @Rule(
            id = "BF-03",
            text = "A region longer than its buffer is refused with EINVAL",
            source = "rdma-core tests/test_buf.py: test_buf_reg_length_exceeds_buffer_fails_*")
    static void rowBF03(final Testbed bed) {
        final Endpoint client = endpoint(bed);
        final DomainBuffer buffer = bed.own(client.domain().allocateBuffer(LENGTH));
        Expect.fails("too long", Errno.EINVAL, () -> buffer.register(client.domain(), 0, LENGTH + 1, ALL));
    }

    @Rule(
            id = "BF-04",
            text = "A region whose end lies behind its buffer's is refused with EINVAL",
            source = "rdma-core tests/test_buf.py: test_buf_reg_offset_length_exceeds_buffer_fails_*")
    static void rowBF04(final Testbed bed) {
        final Endpoint client = endpoint(bed);
        final DomainBuffer buffer = bed.own(client.domain().allocateBuffer(LENGTH));
        Expect.fails("ends behind", Errno.EINVAL, () -> buffer.register(client.domain(), 1, LENGTH, ALL));
        Expect.fails("begins behind", Errno.EINVAL, () -> buffer.register(client.domain(), LENGTH, 1, ALL));
        Expect.fails(
                "sum overflows", Errno.EINVAL, () -> buffer.register(client.domain(), Long.MAX_VALUE, LENGTH, ALL));
    }

    @Rule(
            id = "BF-05",
            text = "A buffer of process memory cannot be handed out as a DMA buffer (ENODATA)",
            source = "rdma-core tests/test_buf.py: test_buf_export_dmabuf_fd_plain_pd")
    static void rowBF05(final Testbed bed) {
        final DomainBuffer buffer = bed.own(endpoint(bed).domain().allocateBuffer(LENGTH));
        Expect.fails("export", Errno.ENODATA, buffer::exportDmaBuf);
    }

    @Rule(
            id = "BF-06",
            text = "Every kind of message goes from and to a buffer: of 16 KiB too, over a part of it, by datagram",
            source = "rdma-core tests/test_buf.py: test_buf_rc_send_plain_pd_reg_buf_mr, _large_msg, _mr_subrange, "
                    + "_write_imm, _read, _atomic, _ud")
    static void rowBF06(final Testbed bed) {
        final Pair pair = connected(bed);
        bed.require(DeviceCapability.ATOMICS);
        final Traffic whole = traffic(bed, pair, LARGE);
        whole.expectEveryKind(PostingRows.senderFlags(bed));
        whole.server().buffer().putLong(0, 40);
        whole.fetchAndAdd(2).nextSuccess("FETCH_ADD");
        Expect.equal("value before", 40L, whole.client().buffer().getLong(0));
        whole.compareAndSwap(42, 43).nextSuccess("COMP_SWAP");
        Expect.equal("value swapped", 43L, whole.server().buffer().getLong(0));
        final Traffic part = traffic(bed, pair, 1024);
        part.sendInto(part.server().buffer());
        bed.require(DeviceCapability.UD);
        final Pair ofDatagrams = Pair.ofDatagrams(bed);
        final Datagrams datagrams = new Datagrams(
                bed,
                ofDatagrams,
                memory(bed, ofDatagrams.client(), 64),
                memory(bed, ofDatagrams.server(), Datagrams.HEADER + 64));
        datagrams.postReceive();
        datagrams.send().nextSuccess("datagram");
        datagrams.expectReceived(64);
        datagrams.expectArrived();
    }

    private static Pair connected(final Testbed bed) {
        bed.require(DeviceCapability.DOMAIN_BUFFER);
        return Pair.connected(bed);
    }

    private static Endpoint endpoint(final Testbed bed) {
        bed.require(DeviceCapability.DOMAIN_BUFFER);
        return Endpoint.ofClient(bed);
    }

    private static Traffic traffic(final Testbed bed, final Pair pair, final int length) {
        final Traffic traffic =
                new Traffic(bed, pair, memory(bed, pair.client(), length), memory(bed, pair.server(), length));
        traffic.fill();
        return traffic;
    }

    /** Returns a part of a buffer of its own, and the region over it. */
    private static Memory memory(final Testbed bed, final Endpoint side, final int length) {
        final DomainBuffer buffer = bed.own(side.domain().allocateBuffer(TestBuffer.blockLength(length)));
        final TestBuffer part = new TestBuffer(buffer.memory(), length);
        return new Memory(part, bed.own(buffer.register(side.domain(), TestBuffer.GUARD, length, ALL)));
    }
}
