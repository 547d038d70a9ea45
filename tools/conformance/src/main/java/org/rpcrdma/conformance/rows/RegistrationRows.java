// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

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
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/** Registration and re-registration of memory. */
public final class RegistrationRows {
    private static final int LENGTH = 1024;

    private RegistrationRows() {}

    @Rule(
            id = "MR-01",
            text = "A Receive that was posted before its region moved to other memory fails the send with "
                    + "REM_OP_ERR; after RESET to RTS messages land in the new memory",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_addr")
    static void rowMR01(final Testbed bed) {
        moveMemory(bed, TestBuffer::register);
    }

    private static void moveMemory(final Testbed bed, final Registering registering) {
        bed.require(DeviceCapability.REREGISTER_TRANSLATION);
        final Pair pair = Pair.connected(bed);
        final TestBuffer moved = pair.server().buffer(LENGTH);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Access.LOCAL_WRITE, registering);
        traffic.postReceive();
        traffic.server().region().reregister(ExtendedMemoryRegion.CHANGE_TRANSLATION, null, moved.address(), LENGTH, 0);
        expectReceiveRefused(bed, traffic);
        traffic.sendInto(moved);
    }

    /** Sends to a Receive whose memory cannot be written, and lets both queue pairs work again. */
    private static void expectReceiveRefused(final Testbed bed, final Traffic traffic) {
        traffic.postSend().next("SEND", CompletionStatus.REM_OP_ERR);
        final int own = bed.serverPersonality() == Personality.RXE
                ? CompletionStatus.LOC_QP_OP_ERR
                : CompletionStatus.LOC_PROT_ERR;
        traffic.pair().server().next("Receive", own);
        traffic.recover();
    }

    @Rule(
            id = "MR-02",
            text = "As MR-01, of a region that was registered by its attributes",
            source = "rdma-core tests/test_mr.py: test_mrex_rereg_addr")
    static void rowMR02(final Testbed bed) {
        moveMemory(bed, TestBuffer::registerByAttributes);
    }

    @Rule(
            id = "MR-03",
            text = "A region that loses REMOTE_ATOMIC by CHANGE_ACCESS fails atomics with REM_ACCESS_ERR; given back, "
                    + "they work",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_atomic")
    static void rowMR03(final Testbed bed) {
        bed.require(DeviceCapability.REREGISTER);
        bed.require(DeviceCapability.ATOMICS);
        final int access = Access.LOCAL_WRITE | Access.REMOTE_ATOMIC;
        final Traffic traffic = new Traffic(bed, Pair.connected(bed), Long.BYTES, access);
        changeAccess(traffic.server(), Access.LOCAL_WRITE);
        final TestBuffer value = traffic.server().buffer();
        value.putLong(0, 40);
        traffic.fetchAndAdd(2).next("FETCH_ADD", CompletionStatus.REM_ACCESS_ERR);
        Expect.equal("value after the refusal", 40L, value.getLong(0));
        traffic.recover();
        changeAccess(traffic.server(), access);
        traffic.fetchAndAdd(2).nextSuccess("FETCH_ADD");
        Expect.equal("value", 42L, value.getLong(0));
        Expect.equal("value before", 40L, traffic.client().buffer().getLong(0));
    }

    private static void changeAccess(final Memory memory, final int access) {
        memory.region().reregister(ExtendedMemoryRegion.CHANGE_ACCESS, null, 0, 0, access);
    }

    @Rule(
            id = "MR-04",
            text = "A region that is given REMOTE_WRITE by CHANGE_ACCESS takes RDMA WRITEs under the rkey "
                    + "that it had before",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_access")
    static void rowMR04(final Testbed bed) {
        allowWrites(bed, TestBuffer::register);
    }

    private static void allowWrites(final Testbed bed, final Registering registering) {
        bed.require(DeviceCapability.REREGISTER);
        final Traffic traffic = new Traffic(bed, Pair.connected(bed), LENGTH, Access.LOCAL_WRITE, registering);
        final int access = Access.LOCAL_WRITE | Access.REMOTE_WRITE;
        final int clientKey = traffic.client().rkey();
        final int serverKey = traffic.server().rkey();
        changeAccess(traffic.client(), access);
        changeAccess(traffic.server(), access);
        traffic.write(traffic.pair().client(), serverKey).nextSuccess("RDMA WRITE to the server");
        traffic.server().buffer().expect(Traffic.CLIENT_BYTE);
        traffic.server().buffer().fill(Traffic.SERVER_BYTE);
        traffic.write(traffic.pair().server(), clientKey).nextSuccess("RDMA WRITE to the client");
        traffic.client().buffer().expect(Traffic.SERVER_BYTE);
    }

    @Rule(
            id = "MR-05",
            text = "As MR-04, of regions that were registered by their attributes",
            source = "rdma-core tests/test_mr.py: test_mrex_rereg_access")
    static void rowMR05(final Testbed bed) {
        allowWrites(bed, TestBuffer::registerByAttributes);
    }

    @Rule(
            id = "MR-06",
            text = "A region that loses REMOTE_WRITE by CHANGE_ACCESS fails RDMA WRITEs with REM_ACCESS_ERR",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_access_bad_flow")
    static void rowMR06(final Testbed bed) {
        bed.require(DeviceCapability.REREGISTER);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Access.LOCAL_WRITE | Access.REMOTE_WRITE);
        final ExtendedMemoryRegion region = traffic.server().region();
        traffic.write(pair.client(), region.rkey()).nextSuccess("RDMA WRITE");
        changeAccess(traffic.server(), Access.LOCAL_WRITE);
        traffic.write(pair.client(), region.rkey()).next("RDMA WRITE", CompletionStatus.REM_ACCESS_ERR);
    }

    @Rule(
            id = "MR-07",
            text = "A Receive in a region that CHANGE_PD moved to another domain fails the send with "
                    + "REM_OP_ERR; moved back, it works",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_pd")
    static void rowMR07(final Testbed bed) {
        bed.require(DeviceCapability.REREGISTER);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH);
        final ExtendedMemoryRegion region = traffic.server().region();
        final ExtendedProtectionDomain domain = pair.server().domain();
        final ExtendedProtectionDomain other = pair.server().anotherDomain();
        region.reregister(ExtendedMemoryRegion.CHANGE_PD, other, 0, 0, 0);
        traffic.postReceive();
        expectReceiveRefused(bed, traffic);
        region.reregister(ExtendedMemoryRegion.CHANGE_PD, domain, 0, 0, 0);
        traffic.sendInto(traffic.server().buffer());
        region.reregister(ExtendedMemoryRegion.CHANGE_PD, other, 0, 0, 0);
        region.reregister(ExtendedMemoryRegion.CHANGE_PD, domain, 0, 0, 0);
    }

    @Rule(
            id = "MR-08",
            text = "REMOTE_WRITE or REMOTE_ATOMIC without LOCAL_WRITE is refused with EINVAL",
            source = "rdma-core tests/test_mr.py: test_reg_mr_bad_flags")
    static void rowMR08(final Testbed bed) {
        refuseRemoteAlone(bed, TestBuffer::register);
    }

    private static void refuseRemoteAlone(final Testbed bed, final Registering registering) {
        final Endpoint client = Endpoint.ofClient(bed);
        final TestBuffer buffer = client.buffer(LENGTH);
        Expect.fails(
                "REMOTE_WRITE alone",
                Errno.EINVAL,
                () -> registering.register(buffer, client.domain(), Access.REMOTE_WRITE));
        Expect.fails(
                "REMOTE_ATOMIC alone",
                Errno.EINVAL,
                () -> registering.register(buffer, client.domain(), Access.REMOTE_ATOMIC));
    }

    @Rule(
            id = "MR-09",
            text = "As MR-08, of registrations by attributes",
            source = "rdma-core tests/test_mr.py: test_reg_mrex_bad_flags")
    static void rowMR09(final Testbed bed) {
        refuseRemoteAlone(bed, TestBuffer::registerByAttributes);
    }

    @Rule(
            id = "MR-10",
            text = "Attributes that name an address and a file descriptor, a file descriptor without its offset, or "
                    + "neither, are refused with EINVAL",
            source = "rdma-core tests/test_mr.py: test_reg_mrex_inval_params")
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
        final MemoryRegionAttributes attributes = new MemoryRegionAttributes(
                LENGTH, Access.LOCAL_WRITE, address, OptionalLong.empty(), descriptor, offset);
        Expect.fails(what, Errno.EINVAL, () -> side.domain().registerMemory(attributes));
    }
}
