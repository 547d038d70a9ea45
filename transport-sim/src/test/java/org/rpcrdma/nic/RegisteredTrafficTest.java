// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Traffic through the keys of registered memory, with guards around it. */
class RegisteredTrafficTest {
    private static final int SIZE = 3 * 4096 + 100;
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int REMOTE = Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_READ;
    private static final long IOVA = 0x5_0000_0000L;

    private final ConnectedPair pair = new ConnectedPair();
    private final ConnectedPair.Side client = pair.client;
    private final ConnectedPair.Side server = pair.server;
    private final GuardedBuffer here = new GuardedBuffer(client.device, SIZE, 50, DmaDirection.BIDIRECTIONAL);
    private final GuardedBuffer there = new GuardedBuffer(server.device, SIZE, 50, DmaDirection.BIDIRECTIONAL);

    @Test
    void shouldSendAndReceiveThroughLkeys() {
        here.fill(1);
        final ExtendedMemoryRegion source = register(client, here, 0);
        final ExtendedMemoryRegion target = register(server, there, Access.LOCAL_WRITE);
        server.postReceive(2, target.iova(), SIZE, target.lkey());
        final SendRequests sends = client.sends();
        sends.send(1, SIGNALED);
        sends.sge(source.iova(), SIZE, source.lkey());
        client.postAndExpect("1:SUCCESS");
        server.expect("2:SUCCESS");
        there.assertHolds(1, 0, 0, SIZE);
        here.assertGuards();
    }

    @Test
    void shouldWriteAndReadThroughRkeysAtAnIovaOfItsOwn() {
        here.fill(1);
        final ExtendedMemoryRegion source = register(client, here, Access.LOCAL_WRITE);
        final ExtendedMemoryRegion target = register(server, there, REMOTE);
        assertEquals(List.of("1:SUCCESS"), write(source, target.iova() + 10, SIZE - 20, target.rkey()));
        there.assertHolds(1, 10, 0, SIZE - 20);
        here.fill(2);
        assertEquals(List.of("1:SUCCESS"), read(source, target.iova() + 10, SIZE - 20, target.rkey()));
        here.assertGuards();
        there.assertHolds(1, 10, 0, SIZE - 20);
        assertEquals(
                there.block().buffer().get(4096 + 50 + 10),
                here.block().buffer().get(4096 + 50));
    }

    @Test
    void shouldGiveAPeerWhatTheRightsSayAndNoMore() {
        final ExtendedMemoryRegion source = register(client, here, Access.LOCAL_WRITE);
        final ExtendedMemoryRegion target = register(server, there, Access.LOCAL_WRITE | Access.REMOTE_READ);
        assertEquals(List.of("1:SUCCESS"), read(source, target.iova(), SIZE, target.rkey()));
        assertEquals(List.of("1:REM_ACCESS_ERR"), write(source, target.iova(), SIZE, target.rkey()));
        there.assertHolds(1, 0, 0, 0);
    }

    @Test
    void shouldKeepAPeerInTheRange() {
        final ExtendedMemoryRegion source = register(client, here, 0);
        final ExtendedMemoryRegion target = register(server, there, REMOTE);
        assertEquals(List.of("1:REM_ACCESS_ERR"), write(source, target.iova() + 1, SIZE, target.rkey()));
        there.assertHolds(1, 0, 0, 0);
        final KeyTable keys = Inside.of(server.device, KeyTable.class);
        final int domain = ((SimulatedProtectionDomain) server.domain).use().number();
        assertTrue(keys.allows(domain, target.rkey(), target.iova(), SIZE, REMOTE, true));
        assertFalse(keys.allows(domain, target.rkey(), target.iova() - 1, 1, 0, true));
        assertFalse(keys.allows(domain, target.rkey(), target.iova() + SIZE, 1, 0, true));
        assertFalse(keys.allows(domain, target.rkey(), target.iova(), SIZE + 1, 0, true));
        assertFalse(keys.allows(domain, target.rkey(), target.iova() + 1, Long.MAX_VALUE, 0, true));
    }

    @Test
    void shouldKeepAPeerOutWithEverySingleBitOfTheKeyChanged() {
        final ExtendedMemoryRegion target = register(server, there, REMOTE);
        final int domain = ((SimulatedProtectionDomain) server.domain).use().number();
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            final int key = target.rkey() ^ 1 << bit;
            assertFalse(
                    Inside.of(server.device, KeyTable.class)
                            .allows(domain, key, target.iova(), 1, Access.REMOTE_READ, true),
                    "bit " + bit);
        }
    }

    @Test
    void shouldNeedLocalWriteForAReceiveAndForWhatAReadBrings() {
        final ExtendedMemoryRegion source = register(client, here, 0);
        final ExtendedMemoryRegion target = register(server, there, REMOTE);
        assertEquals(List.of("1:LOC_PROT_ERR"), read(source, target.iova(), 10, target.rkey()));
        here.assertHolds(1, 0, 0, 0);
    }

    @Test
    void shouldRefuseAReceiveInMemoryThatIsReadOnly() {
        final ExtendedMemoryRegion source = register(client, here, 0);
        final ExtendedMemoryRegion target = register(server, there, Access.REMOTE_READ);
        server.postReceive(2, target.iova(), SIZE, target.lkey());
        final SendRequests sends = client.sends();
        sends.send(1, SIGNALED);
        sends.sge(source.iova(), 10, source.lkey());
        client.postAndExpect("1:REM_OP_ERR");
        server.expect("2:LOC_PROT_ERR");
        there.assertHolds(1, 0, 0, 0);
    }

    @Test
    void shouldGiveNoAccessThroughAnotherDomain() {
        final ExtendedMemoryRegion source = register(client, here, 0);
        final ProtectionDomain other = server.device.allocateProtectionDomain();
        final ExtendedMemoryRegion target = register(server, there, REMOTE);
        target.reregister(ExtendedMemoryRegion.CHANGE_PD, other, 0, 0, 0);
        assertEquals(List.of("1:REM_ACCESS_ERR"), write(source, target.iova(), 10, target.rkey()));
        there.assertHolds(1, 0, 0, 0);
        target.close();
        other.close();
    }

    @Test
    void shouldGiveNoAccessOnceItIsClosed() {
        final ExtendedMemoryRegion source = register(client, here, 0);
        final ExtendedMemoryRegion target = register(server, there, REMOTE);
        target.close();
        assertEquals(List.of("1:REM_ACCESS_ERR"), write(source, target.iova(), 10, target.rkey()));
        there.assertHolds(1, 0, 0, 0);
    }

    @Test
    void shouldReachTheNewMemoryOnlyAfterATranslation() {
        here.fill(3);
        final ExtendedMemoryRegion source = register(client, here, 0);
        final ExtendedMemoryRegion target = register(server, there, REMOTE);
        final GuardedBuffer second = new GuardedBuffer(server.device, SIZE);
        final long address = second.block().address() + 4096;
        target.reregister(ExtendedMemoryRegion.CHANGE_TRANSLATION, null, address, SIZE, 0);
        assertEquals(List.of("1:SUCCESS"), write(source, target.iova(), SIZE, target.rkey()));
        second.assertHolds(3, 0, 0, SIZE);
        there.assertHolds(3, 0, 0, 0);
        assertEquals(List.of("1:REM_ACCESS_ERR"), write(source, IOVA + 50, 10, target.rkey()));
    }

    @Test
    void shouldRefuseToBeInvalidatedByAWorkRequest() {
        final ExtendedMemoryRegion region = register(client, here, REMOTE);
        client.sends().localInvalidate(1, SIGNALED, region.lkey());
        client.postAndExpect("1:LOC_QP_OP_ERR");
        assertTrue(Inside.of(client.device, KeyTable.class)
                .allows(
                        ((SimulatedProtectionDomain) client.domain).use().number(),
                        region.rkey(),
                        region.iova(),
                        1,
                        REMOTE,
                        true));
    }

    /** Registers a buffer without its guards, under an iova that is not its address. */
    private static ExtendedMemoryRegion register(
            final ConnectedPair.Side side, final GuardedBuffer buffer, final int access) {
        final long address = buffer.block().address() + 4096 + 50;
        return side.domain.registerMemory(address, SIZE, IOVA + 50, access);
    }

    private List<String> write(final ExtendedMemoryRegion source, final long to, final int length, final int rkey) {
        final SendRequests sends = client.sends();
        sends.rdmaWrite(1, SIGNALED, to, rkey);
        return transfer(sends, source, length);
    }

    private List<String> read(final ExtendedMemoryRegion target, final long from, final int length, final int rkey) {
        final SendRequests sends = client.sends();
        sends.rdmaRead(1, SIGNALED, from, rkey);
        return transfer(sends, target, length);
    }

    private List<String> transfer(final SendRequests sends, final ExtendedMemoryRegion local, final int length) {
        sends.sge(local.iova(), length, local.lkey());
        client.postSends();
        pair.simulation.run();
        return client.completions();
    }
}
