// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.host.AddressOnlyMemory;
import org.rpcrdma.sim.host.LandedMessages;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.SendRequests;

/** Tests messages that are received into address-only memory. */
class LandedMessagesTest extends PairTest {
    private static final int LKEY = KeyTable.LOCAL_DMA_LKEY;
    private static final int SIZE = 4 * 4096;

    private final GuardedBuffer source = new GuardedBuffer(client.device, SIZE).fill(1);
    private final MemoryAllocator memory = server.simulated().memory(MemoryMode.ADDRESS_ONLY);
    private final LandedMessages messages =
            Inside.of(Inside.of(pair.fabric, AddressOnlyMemory.class), LandedMessages.class);
    private MemoryBlock target;
    private long iova;

    @BeforeEach
    void map() {
        target = memory.allocate(SIZE, 4096);
        iova = server.device.dma().map(target.address(), SIZE, DmaDirection.FROM_DEVICE);
    }

    @AfterEach
    void unmap() {
        server.device.dma().unmap(iova, SIZE, DmaDirection.FROM_DEVICE);
        target.close();
        source.assertGuards();
        source.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 65, 150, 4096, 4097, SIZE - 5})
    void shouldKeepAMessageUntilItHasBeenRead(final int length) {
        receive(5, SIZE - 5);
        send(0, length);
        assertHolds(memory.beginRead(target.address() + 5), 0, length);
        assertEquals(1, messages.size());
        memory.endRead(target.address() + 5);
        assertEquals(0, messages.size());
        assertEquals(0, UnsafeApi.getByte(memory.beginRead(target.address() + 5)), "it is gone");
    }

    @Test
    void shouldKeepTheLatestMessageOfAPlace() {
        receive(0, 4096);
        send(0, 95);
        final long first = memory.beginRead(target.address());
        receive(0, 4096);
        send(7, 90);
        assertHolds(memory.beginRead(target.address()), 7, 90);
        assertEquals(first, memory.beginRead(target.address()), "what the first had is used again");
        receive(4096, 4096);
        send(9, 80);
        assertHolds(memory.beginRead(target.address()), 7, 90);
        assertHolds(memory.beginRead(target.address() + 4096), 9, 80);
        assertEquals(2, messages.size());
        memory.endRead(target.address());
        memory.endRead(target.address() + 4096);
    }

    @Test
    void shouldReadMessagesWithoutBytesAsEmpty() {
        receive(0, 4096);
        send(0, 0);
        assertEquals(0, messages.size());
        assertNotEquals(0, memory.beginRead(target.address()));
        memory.endRead(target.address());
    }

    @Test
    void shouldReadMemoryWithBytesInItsPlace() {
        final GuardedBuffer there = new GuardedBuffer(server.device, 100);
        final long address = there.block().address();
        assertEquals(address, memory.beginRead(address));
        assertEquals(address, server.device.memory().beginRead(address));
        server.device.memory().endRead(address);
        there.close();
    }

    @Test
    void shouldDropOtherPackets() {
        final MemoryRegion region = server.domain.registerMemory(
                target.address(), SIZE, target.address(), Access.LOCAL_WRITE | Access.REMOTE_WRITE);
        client.post(
                sends -> sends.rdmaWrite(1, SendRequests.SIGNALED, region.iova(), region.rkey()),
                source.iova,
                100,
                LKEY);
        client.runAndExpect("1:SUCCESS");
        assertEquals(0, messages.size());
        region.close();
    }

    private void receive(final int offset, final int length) {
        server.postReceive(2, iova + offset, length, LKEY);
    }

    private void send(final int from, final int length) {
        final SendRequests sends = client.sends();
        sends.send(1, SendRequests.SIGNALED);
        if (length > 0) {
            sends.sge(source.iova + from, length, LKEY);
        }
        client.postAndExpect("1:SUCCESS");
        server.expect("2:SUCCESS");
    }

    private static void assertHolds(final long address, final int from, final int length) {
        for (int i = 0; i < length; i++) {
            assertEquals(GuardedBuffer.pattern(1, from + i), UnsafeApi.getByte(address + i), "byte " + i);
        }
    }
}
