// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertSays;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.REMOTE_ATOMIC;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.Faults;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/** Tests calls that are made to fail. Only the selected call may fail; the calls before and after it must succeed. */
class FaultyCallTest extends ReliablePairTest {
    private final ModifiedPair.Side side = pair.client;
    private final Faults faults = side.device.faults();

    @Test
    void shouldFailTheSelectedRegistration() {
        assertOnlyTheSecondFails(FaultyCall.REGISTRATION, () -> register().close());
    }

    @Test
    void shouldReleaseThePagesOfARegistrationThatGetsNoKey() {
        final int mappings = Inside.of(side.device, Iommu.class).liveMappings();
        faults.fail(FaultyCall.KEY, 1, Errno.ENOMEM);
        assertSays(
                VerbsException.class,
                "fault on demand: call=KEY",
                () -> side.domain
                        .registerMemory(side.address, 64 * 1024, side.address, LOCAL_WRITE | REMOTE_ATOMIC)
                        .close());
        assertEquals(mappings, Inside.of(side.device, Iommu.class).liveMappings());
    }

    @Test
    void shouldFailTheSelectedFastRegisterRegion() {
        assertOnlyTheSecondFails(
                FaultyCall.KEY, () -> side.domain.allocateFastRegisterRegion(4).close());
    }

    @Test
    void shouldFailTheSelectedMapping() {
        assertOnlyTheSecondFails(FaultyCall.MAPPING, () -> {
            final long iova = side.device.dma().map(side.address, 100, DmaDirection.TO_DEVICE);
            side.device.dma().unmap(iova, 100, DmaDirection.TO_DEVICE);
        });
    }

    @Test
    void shouldFailTheSelectedAllocation() {
        assertOnlyTheSecondFails(FaultyCall.ALLOCATION, () -> {
            side.device.memory().allocate(4096, 4096).close();
        });
    }

    @Test
    void shouldRejectTheSelectedPostsAndPostNothing() {
        assertOnlyTheSecondFails(FaultyCall.RECEIVE, () -> side.receive(1, 0, 100));
        assertOnlyTheSecondFails(FaultyCall.SEND, () -> {
            side.sends().rdmaWrite(1, SendRequests.SIGNALED, pair.server.address, pair.server.region.rkey());
            side.post(0, 10);
        });
        side.runAndExpect("1:SUCCESS", "1:SUCCESS");
        faults.fail(FaultyCall.RECEIVE, 1, Errno.ENOMEM);
        assertEquals(
                0,
                assertThrows(PostException.class, () -> side.receive(1, 0, 100)).badIndex());
    }

    @Test
    void shouldNotFailDisarmedCalls() {
        faults.fail(FaultyCall.REGISTRATION, 1, Errno.EIO);
        faults.disarm();
        assertEquals(0, faults.armed());
        register().close();
    }

    private MemoryRegion register() {
        return side.domain.registerMemory(side.address, 4096, side.address, LOCAL_WRITE);
    }

    private void assertOnlyTheSecondFails(final FaultyCall call, final Runnable action) {
        faults.fail(call, 2, Errno.EIO);
        action.run();
        assertEquals(1, faults.armed());
        assertSays(VerbsException.class, "EIO: fault on demand: call=" + call, action::run);
        assertEquals(0, faults.armed());
        action.run();
    }
}
