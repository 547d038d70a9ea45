// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.DomainBuffer;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/** Buffers of a domain. */
public final class BufferRows {
    private static final int LENGTH = 4096;
    private static final int LARGE = 16 * 1024;
    private static final int GRH = 40;
    private static final int QKEY = 0x11111111;
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
        final DomainBuffer buffer = bed.own(server.domain().allocateBuffer(LENGTH));
        final long half = buffer.memory().address() + LENGTH / 2;
        final ExtendedMemoryRegion front = bed.own(buffer.register(server.domain(), 0, LENGTH / 2, ALL));
        final ExtendedMemoryRegion back = bed.own(
                server.domain().registerMemory(new MemoryRegionAttributes(half, LENGTH / 2, Access.LOCAL_WRITE)));
        Expect.that("keys differ", front.lkey() != back.lkey());
        Expect.equal("address of the front", buffer.memory().address(), front.address());
        Expect.equal("address of the back", half, back.address());
        final ExtendedMemoryRegion ofBuffer = bed.own(buffer.register(server.domain(), LENGTH / 2, LENGTH / 2, ALL));
        Expect.equal("address of the back, by the buffer", half, ofBuffer.address());
        final MemoryTraffic.Side client = side(bed, pair.client(), LENGTH / 2, 0);
        new MemoryTraffic(client, side(server, front, buffer, 0), LENGTH / 2).send();
        final byte[] before = bytes(buffer, 0).get(LENGTH / 2);
        new MemoryTraffic(client, side(server, back, buffer, LENGTH / 2), 64).send();
        Expect.that(
                "the front is as it was", Arrays.equals(before, bytes(buffer, 0).get(LENGTH / 2)));
    }

    @Rule(
            id = "BF-02",
            text = "A buffer is not registered in another domain than it was allocated for (EINVAL)",
            source = "rdma-core tests/test_buf.py: test_buf_reg_wrong_allocating_pd_fails_{plain,cc}")
    static void rowBF02(final Testbed bed) {
        final Endpoint client = endpoint(bed);
        final ExtendedProtectionDomain other = bed.own(client.device().allocateProtectionDomain());
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
        final MemoryTraffic whole =
                new MemoryTraffic(side(bed, pair.client(), LARGE, 0), side(bed, pair.server(), LARGE, 0), LARGE);
        whole.send();
        whole.writeWithImmediate();
        whole.read();
        whole.atomics();
        final MemoryTraffic.Side part = side(bed, pair.server(), 1024, LENGTH);
        new MemoryTraffic(side(bed, pair.client(), 1024, LENGTH), part, 1024).send();
        sendDatagram(bed);
    }

    private static void sendDatagram(final Testbed bed) {
        bed.require(DeviceCapability.UD);
        final Pair pair = Pair.unconnected(bed);
        pair.use(QueuePairType.UD);
        pair.connect();
        final MemoryTraffic.Side from = side(bed, pair.client(), 64, 0);
        final MemoryTraffic.Side to = side(bed, pair.server(), 64 + GRH, 0);
        final byte[] data = new byte[64];
        Arrays.fill(data, (byte) 'c');
        from.bytes().put(data);
        pair.server().receive(1, to.region().iova(), 64 + GRH, to.region().lkey());
        final AddressHandle handle = bed.own(pair.client().domain().createAddressHandle(bed.toServer()));
        final ExtendedSendRequests sends = pair.client().sends();
        sends.send(2, SendRequests.SIGNALED);
        sends.sge(from.region().iova(), 64, from.region().lkey());
        sends.destination(handle, pair.server().queuePair().number(), QKEY);
        pair.client().post();
        pair.client().nextSuccess("datagram");
        Expect.equal("bytes", 64 + GRH, pair.server().nextSuccess("Receive").byteLength());
        final byte[] received = to.bytes().get(64 + GRH);
        Expect.that("data behind the header", Arrays.equals(data, Arrays.copyOfRange(received, GRH, 64 + GRH)));
    }

    private static Pair connected(final Testbed bed) {
        bed.require(DeviceCapability.DOMAIN_BUFFER);
        return Pair.connected(bed);
    }

    private static Endpoint endpoint(final Testbed bed) {
        bed.require(DeviceCapability.DOMAIN_BUFFER);
        return new Endpoint(bed, bed.client(), bed.clientLoop());
    }

    /** Returns a region over a part of a buffer of its own. */
    private static MemoryTraffic.Side side(
            final Testbed bed, final Endpoint endpoint, final int length, final int offset) {
        final DomainBuffer buffer = bed.own(endpoint.domain().allocateBuffer(offset + length));
        final ExtendedMemoryRegion region = bed.own(buffer.register(endpoint.domain(), offset, length, ALL));
        return side(endpoint, region, buffer, offset);
    }

    private static MemoryTraffic.Side side(
            final Endpoint endpoint, final ExtendedMemoryRegion region, final DomainBuffer buffer, final int offset) {
        return new MemoryTraffic.Side(endpoint, region, bytes(buffer, offset));
    }

    private static MemoryTraffic.Bytes bytes(final DomainBuffer buffer, final int offset) {
        final ByteBuffer memory = buffer.memory().buffer();
        return new MemoryTraffic.Bytes() {
            @Override
            public void put(final byte[] data) {
                memory.put(offset, data);
            }

            @Override
            public byte[] get(final int count) {
                final byte[] data = new byte[count];
                memory.get(offset, data);
                return data;
            }
        };
    }
}
