/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * What a peer may do was granted to it: every change of one bit of a key, an address or a length opens nothing but what the
 * grant covers, no byte outside of it changes, and the queue pairs end as the specification says.
 */
class HostileKeyTest {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;
    private static final int FIRST = 4096;
    private static final int LENGTH = 4096;
    private static final int USED = 64;
    private static final int LOW_BYTES = 256;
    private static final byte GUARD = 0;

    private final ModifiedPair pair = new ModifiedPair(QueuePairType.RC).connect();
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;

    /** A range that a key opens to the peer, somewhere in the server's buffer. */
    private record Grant(int rkey, long address, int length) {
        boolean covers(final int key, final long from, final long bytes) {
            final long offset = from - address;
            return bytes == 0 || key == rkey && offset >= 0 && bytes <= length && offset <= length - bytes;
        }
    }

    private enum Operation {
        WRITE,
        READ,
        ADD,
        SWAP,
        ATOMIC_WRITE;

        boolean isOfNumber() {
            return compareTo(ADD) >= 0;
        }
    }

    /** No other key of the server's opens anything. */
    @BeforeEach
    void closeTheWholeRegion() {
        server.region.close();
    }

    @Test
    void shouldOpenNothingButTheRegion() {
        final MemoryRegion region = server.domain.registerMemory(
                server.address + FIRST, LENGTH, server.address + FIRST, RIGHTS | Access.ON_DEMAND);
        tryAll(new Grant(region.rkey(), region.iova(), LENGTH));
        region.close();
        tryDead(region.rkey(), server.address + FIRST);
    }

    @Test
    void shouldOpenNothingButTheFastRegisteredRegion() {
        final long iova = server.device.dma().map(server.address + FIRST, LENGTH, DmaDirection.BIDIRECTIONAL);
        final FastRegisterRegion region = server.domain.allocateFastRegisterRegion(2);
        region.setPages(new long[] {iova}, new int[] {LENGTH}, 1, server.address + FIRST);
        server.sends().registerMemory(1, 0, region, region.nextKey(), RIGHTS);
        post();
        final int rkey = region.key();
        tryAll(new Grant(rkey, server.address + FIRST, LENGTH));
        server.sends().localInvalidate(1, 0, rkey);
        post();
        tryDead(rkey, server.address + FIRST);
    }

    @Test
    void shouldOpenNothingButTheWindowOfType1() {
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        server.queuePair.bindMemoryWindow(window, 1, 0, bindable(), server.address + FIRST, LENGTH, RIGHTS);
        pair.simulation.run();
        final int rkey = window.rkey();
        tryAll(new Grant(rkey, server.address + FIRST, LENGTH));
        server.queuePair.bindMemoryWindow(window, 1, 0, null, 0, 0, 0);
        pair.simulation.run();
        tryDead(rkey, server.address + FIRST);
    }

    /** A window of type 2 is tied to its queue pair: what its life ends, a new life does not bring back. */
    @Test
    void shouldOpenNothingButTheWindowOfType2() {
        final MemoryRegion region = bindable();
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        final int rkey = window.rkey() + 1;
        server.sends().bindMemoryWindow(1, 0, window, rkey, region, server.address + FIRST, LENGTH, RIGHTS);
        post();
        tryAll(new Grant(rkey, server.address + FIRST, LENGTH));
        window.close();
        tryDead(rkey, server.address + FIRST);
    }

    private MemoryRegion bindable() {
        return server.domain.registerMemory(
                server.address, 4 * LENGTH, server.address, Access.LOCAL_WRITE | Access.MW_BIND);
    }

    private void post() {
        server.post();
        pair.simulation.run();
        server.expect();
    }

    private void tryAll(final Grant grant) {
        for (final Operation operation : Operation.values()) {
            final int length = operation.isOfNumber() ? Long.BYTES : USED;
            request(operation, grant, grant.rkey, grant.address, length);
            for (int bit = 0; bit < Integer.SIZE; bit++) {
                request(operation, grant, grant.rkey ^ 1 << bit, grant.address, length);
            }
            for (int bit = 0; bit < Long.SIZE; bit++) {
                request(operation, grant, grant.rkey, grant.address ^ 1L << bit, length);
            }
            for (int bit = 0; bit < 17 && !operation.isOfNumber(); bit++) {
                request(operation, grant, grant.rkey, grant.address, length ^ 1 << bit);
            }
        }
        for (int low = 0; low < LOW_BYTES; low++) {
            request(Operation.WRITE, grant, grant.rkey & -LOW_BYTES | low, grant.address, USED);
        }
    }

    private void tryDead(final int rkey, final long address) {
        final Grant none = new Grant(0, 0, -1);
        for (int low = 0; low < LOW_BYTES; low++) {
            request(Operation.WRITE, none, rkey & -LOW_BYTES | low, address, USED);
            request(Operation.READ, none, rkey & -LOW_BYTES | low, address, USED);
        }
    }

    /** A request of the peer's, whose outcome and traces are what the grant says. */
    private void request(
            final Operation operation, final Grant grant, final int rkey, final long address, final int length) {
        if (length > ModifiedPair.BUFFER) {
            return;
        }
        final boolean isMisaligned = operation.isOfNumber() && (address & Long.BYTES - 1) != 0;
        final boolean isAllowed = grant.covers(rkey, address, length) && !isMisaligned;
        client.buffer.fill(3);
        stage(operation, rkey, address, length);
        client.post();
        pair.simulation.run();
        final String status = isAllowed ? "SUCCESS" : isMisaligned ? "REM_INV_REQ_ERR" : "REM_ACCESS_ERR";
        assertEquals(
                List.of("1:" + status),
                client.completions(),
                () -> operation + " rkey=0x" + Integer.toHexString(rkey) + " address=0x" + Long.toHexString(address)
                        + " length=" + length);
        assertTraces(grant, operation == Operation.READ || !isAllowed ? 0 : length, address);
        if (!isAllowed) {
            assertEquals(QueuePairState.ERR, client.queuePair.state());
            assertEquals(QueuePairState.ERR, server.queuePair.state());
            reconnect();
        }
    }

    private void stage(final Operation operation, final int rkey, final long address, final int length) {
        final SendRequests sends = client.sends();
        switch (operation) {
            case WRITE -> sends.rdmaWrite(1, SIGNALED, address, rkey);
            case READ -> sends.rdmaRead(1, SIGNALED, address, rkey);
            case ADD -> sends.fetchAndAdd(1, SIGNALED, address, rkey, -1);
            case SWAP -> sends.compareAndSwap(1, SIGNALED, address, rkey, 0, -1);
            case ATOMIC_WRITE -> sends.atomicWrite(1, SIGNALED, address, rkey, -1);
        }
        if (operation != Operation.ATOMIC_WRITE) {
            client.sge(0, length);
        }
    }

    /** Only so many bytes from an address on have changed, if any; they are cleared for the next request. */
    private void assertTraces(final Grant grant, final int changed, final long address) {
        server.buffer.assertGuards();
        final int first = changed == 0 ? 0 : (int) (address - grant.address) + FIRST + GuardedBuffer.GUARD;
        for (int i = GuardedBuffer.GUARD; i < GuardedBuffer.GUARD + ModifiedPair.BUFFER; i++) {
            final boolean isChanged = server.buffer.block().buffer().get(i) != GUARD;
            assertTrue(!isChanged || i >= first && i < first + changed, "byte " + i + " first=" + first);
            if (isChanged) {
                server.buffer.block().buffer().put(i, GUARD);
            }
        }
    }

    private void reconnect() {
        client.toState(QueuePairState.RESET);
        server.toState(QueuePairState.RESET);
        client.toSend(server, server.queuePair.number());
        server.toSend(client, client.queuePair.number());
    }
}
