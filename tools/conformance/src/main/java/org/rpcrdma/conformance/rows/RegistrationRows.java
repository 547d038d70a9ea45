// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import static org.rpcrdma.conformance.runner.Traffic.CLIENT_BYTE;
import static org.rpcrdma.conformance.runner.Traffic.SERVER_BYTE;
import static org.rpcrdma.rnic.config.Personality.RXE;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.REMOTE_ATOMIC;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;
import static org.rpcrdma.verbs.CompletionStatus.LOC_PROT_ERR;
import static org.rpcrdma.verbs.CompletionStatus.LOC_QP_OP_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_ACCESS_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_OP_ERR;
import static org.rpcrdma.verbs.DeviceCapability.ATOMICS;
import static org.rpcrdma.verbs.DeviceCapability.REREGISTER;
import static org.rpcrdma.verbs.DeviceCapability.REREGISTER_TRANSLATION;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_PD;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Registering;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/** The rules for registering and re-registering memory. */
public final class RegistrationRows {
    private static final int LENGTH = 1024;

    private RegistrationRows() {}

    @Rule(id = "MR-01", source = "rdma-core tests/test_mr.py: test_mr_rereg_addr")
    static void rowMR01(final Testbed bed) {
        moveMemory(bed, TestBuffer::register);
    }

    private static void moveMemory(final Testbed bed, final Registering registering) {
        bed.require(REREGISTER_TRANSLATION);
        final Pair pair = Pair.connected(bed);
        final TestBuffer moved = pair.server().buffer(LENGTH);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, LOCAL_WRITE, registering);
        traffic.postReceive();
        traffic.server().region().reregister(CHANGE_TRANSLATION, null, moved.address(), LENGTH, 0);
        expectReceiveRefused(bed, traffic);
        traffic.sendInto(moved);
    }

    /** Sends a message to a Receive whose memory is not writable, then recovers both queue pairs. */
    private static void expectReceiveRefused(final Testbed bed, final Traffic traffic) {
        traffic.postSend().next("SEND", REM_OP_ERR);
        final int own = bed.serverPersonality() == RXE ? LOC_QP_OP_ERR : LOC_PROT_ERR;
        traffic.pair().server().next("Receive", own);
        traffic.recover();
    }

    @Rule(id = "MR-02", source = "rdma-core tests/test_mr.py: test_mrex_rereg_addr")
    static void rowMR02(final Testbed bed) {
        moveMemory(bed, TestBuffer::registerByAttributes);
    }

    @Rule(id = "MR-03", source = "rdma-core tests/test_mr.py: test_mr_rereg_atomic")
    static void rowMR03(final Testbed bed) {
        bed.require(REREGISTER);
        bed.require(ATOMICS);
        final int access = LOCAL_WRITE | REMOTE_ATOMIC;
        final Traffic traffic = new Traffic(bed, Pair.connected(bed), Long.BYTES, access);
        changeAccess(traffic.server(), LOCAL_WRITE);
        final TestBuffer value = traffic.server().buffer();
        value.putLong(0, 40);
        traffic.fetchAndAdd(2).next("FETCH_ADD", REM_ACCESS_ERR);
        Expect.equal("value after the rejection", 40L, value.getLong(0));
        traffic.recover();
        changeAccess(traffic.server(), access);
        traffic.fetchAndAdd(2).nextSuccess("FETCH_ADD");
        Expect.equal("value", 42L, value.getLong(0));
        Expect.equal("value before", 40L, traffic.client().buffer().getLong(0));
    }

    private static void changeAccess(final Memory memory, final int access) {
        memory.region().reregister(CHANGE_ACCESS, null, 0, 0, access);
    }

    @Rule(id = "MR-04", source = "rdma-core tests/test_mr.py: test_mr_rereg_access")
    static void rowMR04(final Testbed bed) {
        allowWrites(bed, TestBuffer::register);
    }

    private static void allowWrites(final Testbed bed, final Registering registering) {
        bed.require(REREGISTER);
        final Traffic traffic = new Traffic(bed, Pair.connected(bed), LENGTH, LOCAL_WRITE, registering);
        final int access = LOCAL_WRITE | REMOTE_WRITE;
        final int clientKey = traffic.client().rkey();
        final int serverKey = traffic.server().rkey();
        changeAccess(traffic.client(), access);
        changeAccess(traffic.server(), access);
        traffic.write(traffic.pair().client(), serverKey).nextSuccess("RDMA WRITE to the server");
        traffic.server().buffer().expect(CLIENT_BYTE);
        traffic.server().buffer().fill(SERVER_BYTE);
        traffic.write(traffic.pair().server(), clientKey).nextSuccess("RDMA WRITE to the client");
        traffic.client().buffer().expect(SERVER_BYTE);
    }

    @Rule(id = "MR-05", source = "rdma-core tests/test_mr.py: test_mrex_rereg_access")
    static void rowMR05(final Testbed bed) {
        allowWrites(bed, TestBuffer::registerByAttributes);
    }

    @Rule(id = "MR-06", source = "rdma-core tests/test_mr.py: test_mr_rereg_access_bad_flow")
    static void rowMR06(final Testbed bed) {
        bed.require(REREGISTER);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, LOCAL_WRITE | REMOTE_WRITE);
        final ExtendedMemoryRegion region = traffic.server().region();
        traffic.write(pair.client(), region.rkey()).nextSuccess("RDMA WRITE");
        changeAccess(traffic.server(), LOCAL_WRITE);
        traffic.write(pair.client(), region.rkey()).next("RDMA WRITE", REM_ACCESS_ERR);
    }

    @Rule(id = "MR-07", source = "rdma-core tests/test_mr.py: test_mr_rereg_pd")
    static void rowMR07(final Testbed bed) {
        bed.require(REREGISTER);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH);
        final ExtendedMemoryRegion region = traffic.server().region();
        final ExtendedProtectionDomain domain = pair.server().domain();
        final ExtendedProtectionDomain other = pair.server().anotherDomain();
        region.reregister(CHANGE_PD, other, 0, 0, 0);
        traffic.postReceive();
        expectReceiveRefused(bed, traffic);
        region.reregister(CHANGE_PD, domain, 0, 0, 0);
        traffic.sendInto(traffic.server().buffer());
        region.reregister(CHANGE_PD, other, 0, 0, 0);
        region.reregister(CHANGE_PD, domain, 0, 0, 0);
    }

    @Rule(id = "MR-08", source = "rdma-core tests/test_mr.py: test_reg_mr_bad_flags")
    static void rowMR08(final Testbed bed) {
        refuseRemoteAlone(bed, TestBuffer::register);
    }

    private static void refuseRemoteAlone(final Testbed bed, final Registering registering) {
        final Endpoint client = Endpoint.ofClient(bed);
        final TestBuffer buffer = client.buffer(LENGTH);
        Expect.fails("REMOTE_WRITE alone", EINVAL, () -> registering.register(buffer, client.domain(), REMOTE_WRITE));
        Expect.fails("REMOTE_ATOMIC alone", EINVAL, () -> registering.register(buffer, client.domain(), REMOTE_ATOMIC));
    }

    @Rule(id = "MR-09", source = "rdma-core tests/test_mr.py: test_reg_mrex_bad_flags")
    static void rowMR09(final Testbed bed) {
        refuseRemoteAlone(bed, TestBuffer::registerByAttributes);
    }

    @Rule(id = "MR-10", source = "rdma-core tests/test_mr.py: test_reg_mrex_inval_params")
    static void rowMR10(final Testbed bed) {
        final Endpoint client = Endpoint.ofClient(bed);
        final OptionalLong address = OptionalLong.of(client.buffer(LENGTH).address());
        final OptionalLong none = OptionalLong.empty();
        final OptionalInt descriptor = OptionalInt.of(0);
        expectRefused("address and descriptor", client, address, descriptor, OptionalLong.of(0));
        expectRefused("descriptor without offset", client, none, descriptor, none);
        expectRefused("neither", client, none, OptionalInt.empty(), none);
    }

    private static void expectRefused(
            final String what,
            final Endpoint side,
            final OptionalLong address,
            final OptionalInt descriptor,
            final OptionalLong offset) {
        final MemoryRegionAttributes attributes =
                new MemoryRegionAttributes(LENGTH, LOCAL_WRITE, address, OptionalLong.empty(), descriptor, offset);
        Expect.fails(what, EINVAL, () -> side.domain().registerMemory(attributes));
    }
}
