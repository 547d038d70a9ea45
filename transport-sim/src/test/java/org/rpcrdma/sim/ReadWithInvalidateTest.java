// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.QueuePairType.RC;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.SendRequests;

/** Tests RDMA READs that invalidate the key of the memory into which they read. */
class ReadWithInvalidateTest {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int LENGTH = 10_000;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;

    private final ModifiedPair pair = pair(Personality.IWARP);
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;
    private final FastRegisterRegion sink = client.domain.allocateFastRegisterRegion(4);
    private int key = sink.key();

    private static ModifiedPair pair(final Personality personality) {
        return new ModifiedPair(RC, DeviceConfiguration.DEFAULT.withPersonality(personality)).connect();
    }

    private void register() {
        server.buffer.fill(1);
        sink.setPages(new long[] {client.buffer.iova}, new int[] {LENGTH}, 1, client.buffer.iova);
        client.sends();
        stageRegistration(1, 0);
        client.post();
        client.runAndExpect("1:SUCCESS");
    }

    private void stageRegistration(final long wrId, final int flags) {
        key = RemoteKey.increment(key);
        client.sends.registerMemory(wrId, SIGNALED | flags, sink, key, RIGHTS);
    }

    private void stageRead(final long wrId, final int length, final int invalidated) {
        client.sends.rdmaReadWithInvalidate(wrId, SIGNALED, server.address, server.region.rkey(), invalidated);
        client.sends.sge(client.buffer.iova, length, key);
    }

    private List<String> run() {
        client.post();
        pair.simulation.run();
        return client.completions();
    }

    private void expectData() {
        client.buffer.assertHolds(1, 0, 0, LENGTH);
    }

    @Test
    void shouldKeepTheKeyUntilTheDataArriveDespiteLostPackets() {
        register();
        server.device.faults().lose(PacketFilter.of(PacketKind.READ_RESPONSE), 3);
        client.sends();
        stageRead(2, LENGTH, key);
        assertEquals(List.of("2:SUCCESS"), run());
        assertEquals(1, server.device.faults().statistics().lost());
        expectData();
        client.sends();
        stageRead(3, LENGTH, key);
        assertEquals(List.of("3:LOC_PROT_ERR"), run(), "the key is invalid");
    }

    @Test
    void shouldCloseTheKeyForPeersToo() {
        register();
        client.sends();
        stageRead(2, 64, key);
        assertEquals(List.of("2:SUCCESS"), run());
        server.sends().rdmaWrite(3, SIGNALED, client.buffer.iova, key);
        server.post(0, 64);
        server.runAndExpect("3:REM_ACCESS_ERR");
    }

    @Test
    void shouldFreeTheRegionForARegistrationAfterAFence() {
        register();
        client.sends();
        for (int i = 0; i < 3; i++) {
            stageRead(2 + 2 * i, LENGTH, key);
            stageRegistration(3 + 2 * i, SendRequests.FENCE);
        }
        final List<String> all = List.of("2:SUCCESS", "3:SUCCESS", "4:SUCCESS", "5:SUCCESS", "6:SUCCESS", "7:SUCCESS");
        assertEquals(all, run());
        expectData();
    }

    @Test
    void shouldFailOnceTheDataArriveIfTheKeyDiffers() {
        register();
        client.sends();
        stageRead(2, LENGTH, RemoteKey.increment(key));
        assertEquals(List.of("2:LOC_QP_OP_ERR"), run());
        assertEquals(QueuePairState.ERR, client.queuePair.state());
        expectData();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "IWARP")
    void shouldBeRejectedByOtherKindsOfDevices(final Personality personality) {
        final SendRequests sends = pair(personality).client.sends();
        assertErrno(Errno.EOPNOTSUPP, () -> sends.rdmaReadWithInvalidate(1, SIGNALED, 0, 1, 2));
    }
}
