// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.SendRequests;

/** Posting work requests, and their completions. */
public final class PostingRows {
    private static final int LENGTH = 1000;
    private static final int IMMEDIATE = 1234;
    private static final int NO_KEY = 0x12345678;
    private static final int FLUSHING = Pair.ALL_RIGHTS | Access.FLUSH_GLOBAL | Access.FLUSH_PERSISTENT;

    private PostingRows() {}

    @Rule(
            id = "PX-01",
            text = "SEND, SEND with immediate data, RDMA WRITE and RDMA READ move the data; immediate data comes"
                    + " with the Receive's completion; an RDMA WRITE consumes a Receive only where it brings"
                    + " immediate data",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_rdma_write, _read, _send, _send_imm, _write_imm")
    static void rowPX01(final Testbed bed) {
        bed.require(DeviceCapability.IMMEDIATE_DATA);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Pair.ALL_RIGHTS);
        final int rkey = traffic.serverRegion().rkey();
        traffic.sendInto(traffic.serverBuffer());
        traffic.postReceive();
        traffic.serverBuffer().fill(Traffic.SERVER_BYTE);
        traffic.write(pair.client(), rkey).nextSuccess("RDMA WRITE");
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
        pair.server().expectNone();
        traffic.serverBuffer().fill(Traffic.SERVER_BYTE);
        traffic.writeWithImmediate(rkey, IMMEDIATE);
        expectImmediate(pair, CompletionOpcode.RECV_RDMA_WITH_IMM);
        expectSent(bed, pair.client().nextSuccess("RDMA WRITE"));
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
        traffic.postReceive();
        traffic.serverBuffer().fill(Traffic.SERVER_BYTE);
        traffic.sendWithImmediate(IMMEDIATE);
        expectImmediate(pair, CompletionOpcode.RECV);
        expectSent(bed, pair.client().nextSuccess("SEND"));
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
        traffic.serverBuffer().fill(Traffic.SERVER_BYTE);
        traffic.read(rkey).nextSuccess("RDMA READ");
        traffic.clientBuffer().expect(Traffic.SERVER_BYTE);
    }

    @Rule(
            id = "PX-02",
            text = "Messages without a byte succeed; an RDMA WRITE or READ of no byte needs no valid rkey",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_rdma_write_zero_size, _read_zero_size,"
                    + " test_qp_ex_ud_zero_size; rxe_resp.c")
    static void rowPX02(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final SendRequests sends = pair.client().sends();
        sends.rdmaWrite(1, SendRequests.SIGNALED, 0, NO_KEY);
        sends.rdmaRead(2, SendRequests.SIGNALED, 0, NO_KEY);
        pair.client().post();
        pair.client().nextSuccess("RDMA WRITE of no byte");
        pair.client().nextSuccess("RDMA READ of no byte");
        bed.require(DeviceCapability.UD);
        final Datagrams datagrams = new Datagrams(bed, 0);
        datagrams.postReceive();
        datagrams.send();
        datagrams.client().nextSuccess("datagram");
        Expect.equal(
                "bytes received",
                Datagrams.HEADER,
                datagrams.server().nextSuccess("Receive").byteLength());
    }

    @Rule(
            id = "PX-03",
            text = "Compare and swap, and fetch and add, succeed",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_atomic_cmp_swp, _fetch_add")
    static void rowPX03(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final AtomicTraffic traffic = new AtomicTraffic(bed, Pair.connected(bed), Pair.ALL_RIGHTS);
        traffic.compareAndSwap(AtomicTraffic.INITIAL, 1).nextSuccess("CMP_SWAP");
        traffic.expect("swapped", AtomicTraffic.INITIAL, 1);
        traffic.fetchAndAdd(2).nextSuccess("FETCH_ADD");
        traffic.expect("added", 1, 3);
    }

    @Rule(
            id = "PX-12",
            text = "An atomic write of 8 bytes succeeds",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_atomic_write")
    static void rowPX12(final Testbed bed) {
        bed.require(DeviceCapability.ATOMIC_WRITE);
        final AtomicTraffic traffic = new AtomicTraffic(bed, Pair.connected(bed), Pair.ALL_RIGHTS);
        final Completion written = traffic.atomicWrite(4).nextSuccess("ATOMIC_WRITE");
        Expect.equal("opcode", CompletionOpcode.ATOMIC_WRITE, written.opcode());
        Expect.equal("written", 4L, traffic.remoteValue());
    }

    @Rule(
            id = "PX-04",
            text = "A flush of a range, and one of the whole region whatever its length says, succeed on a region"
                    + " registered for it",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_flush")
    static void rowPX04(final Testbed bed) {
        bed.require(DeviceCapability.FLUSH);
        final Pair pair = Pair.connected(bed, FLUSHING);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Pair.ALL_RIGHTS | Access.FLUSH_GLOBAL);
        traffic.write(pair.client(), traffic.serverRegion().rkey()).nextSuccess("RDMA WRITE");
        final Completion range = flush(pair, traffic, LENGTH, SendRequests.FLUSH_GLOBAL, false);
        Expect.status("FLUSH of the range", CompletionStatus.SUCCESS, range);
        Expect.equal("opcode", CompletionOpcode.FLUSH, range.opcode());
        Expect.status(
                "FLUSH beyond the region",
                CompletionStatus.SUCCESS,
                flush(pair, traffic, 100 * LENGTH, SendRequests.FLUSH_GLOBAL, true));
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
        Expect.status(
                "FLUSH of too long a range",
                CompletionStatus.REM_ACCESS_ERR,
                flush(pair, traffic, LENGTH + 1, SendRequests.FLUSH_GLOBAL, false));
    }

    @Rule(
            id = "PX-05",
            text = "A flush to persistence fails with REM_ACCESS_ERR on a region that was not registered for it",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_flush_type_violate")
    static void rowPX05(final Testbed bed) {
        bed.require(DeviceCapability.FLUSH);
        final Pair pair = Pair.connected(bed, FLUSHING);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Pair.ALL_RIGHTS | Access.FLUSH_GLOBAL);
        Expect.status(
                "FLUSH",
                CompletionStatus.REM_ACCESS_ERR,
                flush(pair, traffic, LENGTH, SendRequests.FLUSH_PERSISTENT, false));
    }

    @Rule(
            id = "PX-11",
            text = "Datagrams arrive behind a header of 40 bytes, with their sender's number and their immediate data, "
                    + "where their qkey is the receiver's",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_ud_send, _imm; InfiniBand 10.2.5")
    static void rowPX11(final Testbed bed) {
        bed.require(DeviceCapability.UD);
        final Datagrams datagrams = new Datagrams(bed, LENGTH);
        datagrams.postReceive();
        datagrams.send(LENGTH, Pair.QKEY + 1);
        datagrams.client().nextSuccess("datagram with another qkey");
        datagrams.server().expectNone();
        datagrams.expectNothing();
        datagrams.send();
        expectDatagram(datagrams, Completions.GRH);
        datagrams.postReceive();
        datagrams.sendWithImmediate(IMMEDIATE);
        Expect.equal(
                "immediate data",
                IMMEDIATE,
                expectDatagram(datagrams, Completions.GRH | Completions.WITH_IMMEDIATE)
                        .data());
    }

    private static Completion expectDatagram(final Datagrams datagrams, final int flags) {
        datagrams.client().nextSuccess("datagram");
        final Completion received = datagrams.server().nextSuccess("Receive");
        Expect.equal("flags", flags, received.flags());
        Expect.equal("bytes received", Datagrams.HEADER + LENGTH, received.byteLength());
        Expect.equal("sender", datagrams.client().queuePair().number(), received.sourceQp());
        datagrams.expectArrived();
        return received;
    }

    private static void expectImmediate(final Pair pair, final int opcode) {
        final Completion received = pair.server().nextSuccess("Receive");
        Expect.equal("opcode", opcode, received.opcode());
        Expect.equal("flags", Completions.WITH_IMMEDIATE, received.flags());
        Expect.equal("immediate data", IMMEDIATE, received.data());
        Expect.equal("bytes received", LENGTH, received.byteLength());
    }

    /** Immediate data is the receiver's; soft-RoCE tells the sender too that there was some. */
    private static void expectSent(final Testbed bed, final Completion sent) {
        final int flags = bed.personality() == Personality.RXE ? Completions.WITH_IMMEDIATE : 0;
        Expect.equal("flags of the sender's completion", flags, sent.flags());
    }

    private static Completion flush(
            final Pair pair, final Traffic traffic, final int length, final int type, final boolean wholeRegion) {
        final long address = traffic.serverBuffer().address();
        final int rkey = traffic.serverRegion().rkey();
        pair.client().sends().flush(1, SendRequests.SIGNALED, address, length, rkey, type, wholeRegion);
        pair.client().post();
        return pair.client().next();
    }
}
