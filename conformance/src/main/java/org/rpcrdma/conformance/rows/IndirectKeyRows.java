// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;
import org.rpcrdma.verbs.extended.SignatureCheck;
import org.rpcrdma.verbs.extended.SignatureDomain;
import org.rpcrdma.verbs.extended.SignatureType;

/** Indirect memory keys. */
public final class IndirectKeyRows {
    /** Bytes of two entries of 8. */
    private static final int MESSAGE = 16;

    private IndirectKeyRows() {}

    @Rule(
            id = "UM-01",
            text = "A key that is set as a list gathers and scatters its entries, and a local invalidation takes it"
                    + " back",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_list")
    static void rowUM01(final Testbed bed) {
        final ScatteredTraffic traffic = traffic(bed, 0);
        traffic.configure(ScatteredTraffic.Side::list);
        traffic.send(MESSAGE);
        traffic.expectEntries();
        traffic.client.invalidate();
        traffic.server.invalidate();
        traffic.expectSendFails(MESSAGE);
    }

    @Rule(
            id = "UM-02",
            text = "A key is set by parts: rights, then a list",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_list_new_api")
    static void rowUM02(final Testbed bed) {
        final ScatteredTraffic traffic = traffic(bed, 0);
        traffic.configure(ScatteredTraffic.Side::listByParts);
        traffic.send(MESSAGE);
        traffic.expectEntries();
    }

    @Rule(
            id = "UM-03",
            text = "A key of strides goes through its entries again and again, each time further on; the header"
                    + " takes the place of an entry",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_interleaved")
    static void rowUM03(final Testbed bed) {
        final ScatteredTraffic traffic = traffic(bed, 0);
        traffic.configure(ScatteredTraffic.Side::strides);
        traffic.send(ScatteredTraffic.STRIDES_LENGTH);
        traffic.expectStrides();
        Expect.failureOf("as many entries as the key has, and the header", traffic.client::tooManyStrides);
    }

    @Rule(
            id = "UM-04",
            text = "A key is set by parts: rights, then strides",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_interleaved_new_api")
    static void rowUM04(final Testbed bed) {
        final ScatteredTraffic traffic = traffic(bed, 0);
        traffic.configure(ScatteredTraffic.Side::stridesByParts);
        traffic.send(ScatteredTraffic.STRIDES_LENGTH);
        traffic.expectStrides();
    }

    @Rule(
            id = "UM-05",
            text = "An element that goes beyond its indirect key fails with LOC_PROT_ERR",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_list_bad_flow")
    static void rowUM05(final Testbed bed) {
        final ScatteredTraffic traffic = traffic(bed, 0);
        traffic.configure(ScatteredTraffic.Side::list);
        traffic.post(100);
        Expect.status(
                "SEND", CompletionStatus.LOC_PROT_ERR, traffic.pair.client().next());
        traffic.serverBuffer.expect(ScatteredTraffic.SERVER_BYTE);
    }

    @Rule(
            id = "UM-06",
            text = "A peer may invalidate a key that was created so, and no other",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_remote_invalidate")
    static void rowUM06(final Testbed bed) {
        final ScatteredTraffic traffic = traffic(bed, IndirectKeyAttributes.REMOTE_INVALIDATE);
        traffic.configure(ScatteredTraffic.Side::list);
        final Completion received = traffic.invalidateServers();
        Expect.equal("the key invalidated", traffic.server.key.rkey(), received.data());
        traffic.expectSendFails(MESSAGE);

        final ScatteredTraffic firm = traffic(bed, 0);
        firm.server.list();
        firm.postInvalidation();
        Expect.anyError("SEND with invalidation", firm.pair.client().next());
    }

    @Rule(
            id = "UM-07",
            text = "An indirect key over on-demand memory faults its pages in",
            source = "rdma-core tests/test_mlx5_mkey.py: test_odp_mkey_list_new_api")
    static void rowUM07(final Testbed bed) {
        expectPagedList(bed);
    }

    /** Sends through lists over on-demand memory, whose pages were taken away. */
    static void expectPagedList(final Testbed bed) {
        bed.require(DeviceCapability.INDIRECT_KEY);
        bed.require(DeviceCapability.ON_DEMAND);
        final ScatteredTraffic traffic = ScatteredTraffic.onDemand(bed, Pair.connected(bed));
        traffic.configure(ScatteredTraffic.Side::listByParts);
        for (int i = 1; i <= 10; i++) {
            traffic.takeAway();
            traffic.send(MESSAGE);
            traffic.expectEntries();
            Expect.equal("the client's faults", (long) i, traffic.client.faults());
            Expect.equal("the server's faults", (long) i, traffic.server.faults());
        }
    }

    @Rule(
            id = "UM-08..10",
            text = "A transfer of blocks with a wrong signature succeeds; the key tells of it when it is asked, and"
                    + " is set anew after it",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_sig_t10dif / _sig_crc / _sig_err")
    static void rowUM08_10(final Testbed bed) {
        bed.require(DeviceCapability.BLOCK_SIGNATURE);
        final SignedTraffic traffic = new SignedTraffic(bed, Pair.connected(bed));
        expectT10Dif(traffic);
        expectCrc(traffic);
        expectError(new SignedTraffic(bed, Pair.connected(bed)));
    }

    private static void expectT10Dif(final SignedTraffic traffic) {
        final SignatureDomain domain = new SignatureDomain(
                SignatureType.T10_DIF_CRC,
                SignedTraffic.BLOCK,
                0xffff,
                0xabcd,
                0x01234567,
                SignatureDomain.REFERENCE_REMAP
                        | SignatureDomain.APPLICATION_ESCAPE
                        | SignatureDomain.APPLICATION_REFERENCE_ESCAPE);
        final int all = BlockSignature.T10_DIF_GUARD
                | BlockSignature.T10_DIF_APPLICATION_TAG
                | BlockSignature.T10_DIF_REFERENCE_TAG;
        final BlockSignature signature = new BlockSignature(null, domain, all);
        traffic.client.sign(SignedTraffic.BLOCK, signature);
        traffic.server.sign(SignedTraffic.BLOCK, signature);
        traffic.expectArrives(SignedTraffic.BLOCK + 8);
        final ByteBuffer onWire = ByteBuffer.wrap(traffic.signatureOnWire(8));
        Expect.equal("CRC of T10-DIF, begun with ones", (short) 0x8194, onWire.getShort(0));
        Expect.equal("application tag", (short) 0xabcd, onWire.getShort(2));
        Expect.equal("reference tag", 0x01234567, onWire.getInt(4));
    }

    private static void expectCrc(final SignedTraffic traffic) {
        final BlockSignature signature = new BlockSignature(null, SignedTraffic.crc32Domain(), BlockSignature.CRC32);
        traffic.client.sign(SignedTraffic.BLOCK, signature);
        traffic.server.sign(SignedTraffic.BLOCK, signature);
        traffic.expectArrives(SignedTraffic.BLOCK + 4);
        final ByteBuffer onWire = ByteBuffer.wrap(traffic.signatureOnWire(4)).order(ByteOrder.LITTLE_ENDIAN);
        Expect.equal("CRC", (int) SignedTraffic.crc32(), onWire.getInt(0));
    }

    /** The client's block has no signature, so that the bytes behind it are taken for a wrong one. */
    private static void expectError(final SignedTraffic traffic) {
        final BlockSignature signature = new BlockSignature(SignedTraffic.crc32Domain(), null, BlockSignature.CRC32);
        traffic.client.sign(SignedTraffic.BLOCK + 4, signature);
        traffic.server.plain(SignedTraffic.BLOCK);
        final SignatureCheck bad =
                new SignatureCheck(SignatureCheck.Result.BAD_GUARD, 0, 0x63636363L, SignedTraffic.crc32());
        traffic.send(SignedTraffic.BLOCK, 0, traffic.server.key.lkey());
        traffic.server.buffer.expect(0, SignedTraffic.BLOCK, SignedTraffic.CLIENT_BYTE);
        Expect.equal("the client's signatures", bad, traffic.client.key.check());
        Expect.equal("the server's signatures", SignatureCheck.GOOD, traffic.server.key.check());
        traffic.send(SignedTraffic.BLOCK, 0, traffic.server.key.lkey());
        Expect.equal("a key that was not set anew", SignatureCheck.GOOD, traffic.client.key.check());
        traffic.client.sign(SignedTraffic.BLOCK + 4, signature);
        traffic.send(SignedTraffic.BLOCK, 0, traffic.server.key.lkey());
        Expect.equal("a key that was set anew", bad, traffic.client.key.check());
    }

    @Rule(
            id = "UM-11/12",
            text = "A wrong signature stops a pipelined queue pair in SQD; what is cancelled then does nothing, and"
                    + " sending goes on in RTS",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_sig_pipelining_good/_bad")
    static void rowUM11_12(final Testbed bed) {
        bed.require(DeviceCapability.BLOCK_SIGNATURE);
        final PipelinedTraffic good = new PipelinedTraffic(bed, 0);
        good.post();
        good.expectAnswer();

        final PipelinedTraffic bad = new PipelinedTraffic(bed, BlockSignature.CRC32);
        bad.post();
        bad.expectStopped();
        Expect.equal("requests that were cancelled", 1, bad.cancel());
        bad.postAnswer();
        bad.resume();
        bad.expectCancelled();
        bad.expectAnswer();
    }

    private static ScatteredTraffic traffic(final Testbed bed, final int flags) {
        bed.require(DeviceCapability.INDIRECT_KEY);
        return new ScatteredTraffic(bed, Pair.connected(bed), flags, 0);
    }
}
