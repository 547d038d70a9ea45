// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.SendRequests;

/** The rules for posting work requests and for their completions. */
public final class PostingRows {
    private static final int LENGTH = 1000;
    private static final int IMMEDIATE = 1234;
    private static final int NO_KEY = 0x12345678;
    private static final int FLUSHING = Pair.ALL_RIGHTS | Access.FLUSH_GLOBAL | Access.FLUSH_PERSISTENT;

    private PostingRows() {}

    @Rule(
            id = "PX-01",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_rdma_write, _read, _send, _send_imm, _write_imm")
    static void rowPX01(final Testbed bed) {
        bed.require(DeviceCapability.IMMEDIATE_DATA);
        new Traffic(bed, Pair.connected(bed), LENGTH, Pair.ALL_RIGHTS).expectEveryKind(senderFlags(bed));
    }

    @Rule(
            id = "PX-02",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_rdma_write_zero_size, _read_zero_size,"
                    + " test_qp_ex_ud_zero_size; rxe_resp.c")
    static void rowPX02(final Testbed bed) {
        final Endpoint client = Pair.connected(bed).client();
        client.post(sends -> {
            sends.rdmaWrite(1, SendRequests.SIGNALED, 0, NO_KEY);
            sends.rdmaRead(2, SendRequests.SIGNALED, 0, NO_KEY);
        });
        client.nextSuccess("zero-length RDMA WRITE");
        client.nextSuccess("zero-length RDMA READ");
        final Datagrams datagrams = Datagrams.of(bed, 0);
        datagrams.postReceive();
        datagrams.send().nextSuccess("datagram");
        datagrams.expectReceived(0);
    }

    @Rule(id = "PX-03", source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_atomic_cmp_swp, _fetch_add")
    static void rowPX03(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final Traffic traffic = AtomicRows.traffic(bed, Pair.connected(bed), Pair.ALL_RIGHTS);
        traffic.compareAndSwap(AtomicRows.INITIAL, 1).nextSuccess("CMP_SWAP");
        AtomicRows.expect(traffic, "swapped", AtomicRows.INITIAL, 1);
        traffic.fetchAndAdd(2).nextSuccess("FETCH_ADD");
        AtomicRows.expect(traffic, "added", 1, 3);
    }

    @Rule(id = "PX-12", source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_atomic_write")
    static void rowPX12(final Testbed bed) {
        bed.require(DeviceCapability.ATOMIC_WRITE);
        final Traffic traffic = AtomicRows.traffic(bed, Pair.connected(bed), Pair.ALL_RIGHTS);
        final Completion written = traffic.atomicWrite(4).nextSuccess("ATOMIC_WRITE");
        Expect.equal("opcode", CompletionOpcode.ATOMIC_WRITE, written.opcode());
        AtomicRows.expect(traffic, "written", 0, 4);
    }

    @Rule(id = "PX-04", source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_flush")
    static void rowPX04(final Testbed bed) {
        bed.require(DeviceCapability.FLUSH);
        final Pair pair = Pair.connected(bed, FLUSHING);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Pair.ALL_RIGHTS | Access.FLUSH_GLOBAL);
        traffic.write(pair.client(), traffic.server().rkey()).nextSuccess("RDMA WRITE");
        final Completion range =
                traffic.flush(LENGTH, SendRequests.FLUSH_GLOBAL, false).nextSuccess("FLUSH of the range");
        Expect.equal("opcode", CompletionOpcode.FLUSH, range.opcode());
        traffic.flush(100 * LENGTH, SendRequests.FLUSH_GLOBAL, true).nextSuccess("FLUSH beyond the region");
        traffic.server().buffer().expect(Traffic.CLIENT_BYTE);
        traffic.flush(LENGTH + 1, SendRequests.FLUSH_GLOBAL, false)
                .next("FLUSH of an oversized range", CompletionStatus.REM_ACCESS_ERR);
    }

    @Rule(id = "PX-05", source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_flush_type_violate")
    static void rowPX05(final Testbed bed) {
        bed.require(DeviceCapability.FLUSH);
        final Pair pair = Pair.connected(bed, FLUSHING);
        new Traffic(bed, pair, LENGTH, Pair.ALL_RIGHTS | Access.FLUSH_GLOBAL)
                .flush(LENGTH, SendRequests.FLUSH_PERSISTENT, false)
                .next("FLUSH", CompletionStatus.REM_ACCESS_ERR);
    }

    @Rule(id = "PX-11", source = "rdma-core tests/test_qpex.py: test_qp_ex_ud_send, _imm; InfiniBand 10.2.5")
    static void rowPX11(final Testbed bed) {
        final Datagrams datagrams = Datagrams.of(bed, LENGTH);
        datagrams.postReceive();
        datagrams.send(LENGTH, Pair.QKEY + 1).nextSuccess("datagram with a different Q_Key");
        datagrams.server().expectNone();
        datagrams.expectNothing();
        datagrams.send();
        expectDatagram(datagrams, Completions.GRH);
        datagrams.postReceive();
        datagrams.sendWithImmediate(IMMEDIATE);
        final Completion received = expectDatagram(datagrams, Completions.GRH | Completions.WITH_IMMEDIATE);
        Expect.equal("immediate data", IMMEDIATE, received.data());
    }

    private static Completion expectDatagram(final Datagrams datagrams, final int flags) {
        datagrams.client().nextSuccess("datagram");
        final Completion received = datagrams.expectReceived(LENGTH);
        Expect.equal("flags", flags, received.flags());
        Expect.equal("sender", datagrams.client().queuePair().number(), received.sourceQp());
        datagrams.expectArrived();
        return received;
    }

    /**
     * Returns the flags in a sender's completion. Immediate data concerns only the receiver, but soft-RoCE reports it
     * to the sender too.
     */
    static int senderFlags(final Testbed bed) {
        return bed.personality() == Personality.RXE ? Completions.WITH_IMMEDIATE : 0;
    }
}
