// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.sim.config.MemoryMode.ADDRESS_ONLY;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.SendRequests;

/**
 * A peer that sends the requests that it is allowed to send, and also all requests that differ from them by one bit.
 * The outcome of each request is known in advance: its status, the bytes that change at the server, and the bytes that
 * the server returns.
 */
final class HostilePeer {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int USED = 64;
    private static final int LOW_BYTES = 256;
    private static final int SEED = 3;
    private static final long LONGEST = (1L << 30) + USED;
    private static final Grant NOTHING = new Grant(0, 0, 0, 0, offset -> offset);

    private final ModifiedPair pair;
    private final ModifiedPair.Side client;
    private final ModifiedPair.Side server;
    private final ByteBuffer clientBytes;
    private final ByteBuffer serverBytes;
    private final ByteBuffer clientBefore;
    private final ByteBuffer serverBefore;
    /** The memory that serves as the source and destination of requests that are longer than the client's buffer. */
    private final long vast;

    HostilePeer(final ModifiedPair pair) {
        this.pair = pair;
        client = pair.client;
        server = pair.server;
        client.buffer.fill(SEED);
        clientBytes = client.buffer.block().buffer();
        serverBytes = server.buffer.block().buffer();
        clientBefore = copy(clientBytes);
        serverBefore = copy(serverBytes);
        final MemoryBlock block = client.simulated().memory(ADDRESS_ONLY).allocate(LONGEST, 4096);
        vast = client.device.dma().map(block.address(), LONGEST, DmaDirection.BIDIRECTIONAL);
    }

    private static ByteBuffer copy(final ByteBuffer bytes) {
        final ByteBuffer copy = ByteBuffer.allocate(bytes.capacity());
        for (int i = 0; i < bytes.capacity(); i++) {
            copy.put(i, bytes.get(i));
        }
        return copy;
    }

    /**
     * The access that a key grants to the peer.
     *
     * @param places maps each byte of the range to its offset in the server's buffer.
     */
    record Grant(int rkey, long address, int length, int rights, IntUnaryOperator places) {
        boolean covers(final Operation operation, final int key, final long from, final long bytes) {
            final long offset = from - address;
            final boolean isCovered = key == rkey
                    && (rights & operation.right) != 0
                    && offset >= 0
                    && bytes <= length
                    && offset <= length - bytes;
            return isCovered || bytes == 0 && operation.isOfBytes();
        }
    }

    private enum Operation {
        WRITE(Access.REMOTE_WRITE),
        READ(Access.REMOTE_READ),
        ADD(Access.REMOTE_ATOMIC),
        SWAP(Access.REMOTE_ATOMIC),
        ATOMIC_WRITE(Access.REMOTE_WRITE),
        FLUSH(Access.FLUSH_GLOBAL),
        FLUSH_REGION(Access.FLUSH_GLOBAL);

        final int right;

        Operation(final int right) {
            this.right = right;
        }

        boolean isOfBytes() {
            return this == WRITE || this == READ;
        }

        boolean isOfNumber() {
            return this == ADD || this == SWAP || this == ATOMIC_WRITE;
        }

        boolean isChanging() {
            return this == WRITE || isOfNumber();
        }

        boolean isReturning() {
            return this == READ || this == ADD || this == SWAP;
        }
    }

    /** Tries every operation with every possible change of one bit. */
    void tryAll(final Grant grant) {
        for (final Operation operation : Operation.values()) {
            final int length = operation.isOfNumber() ? Long.BYTES : USED;
            request(operation, grant, grant.rkey, grant.address, length);
            for (int bit = 0; bit < Integer.SIZE; bit++) {
                request(operation, grant, grant.rkey ^ 1 << bit, grant.address, length);
            }
            for (int bit = 0; bit < Long.SIZE; bit++) {
                request(operation, grant, grant.rkey, grant.address ^ 1L << bit, length);
            }
            for (int bit = 0; bit < Integer.SIZE && !operation.isOfNumber(); bit++) {
                request(operation, grant, grant.rkey, grant.address, length ^ 1 << bit);
            }
            request(operation, grant, grant.rkey, grant.address + grant.length - length, length);
            request(operation, grant, grant.rkey, grant.address + grant.length - length + 1, length);
            request(operation, grant, grant.rkey, grant.address - 1, length);
        }
        tryKeys(grant, grant.rkey, grant.address);
    }

    /** Asserts that a key grants no access, and neither does any key that differs from it only in the low byte. */
    void tryDead(final int rkey, final long address) {
        tryKeys(NOTHING, rkey, address);
    }

    /** Tries every value of a key's low byte while there is only one grant. */
    void tryKeys(final Grant grant, final int rkey, final long address) {
        for (int low = 0; low < LOW_BYTES; low++) {
            request(Operation.WRITE, grant, rkey & -LOW_BYTES | low, address, USED);
            request(Operation.READ, grant, rkey & -LOW_BYTES | low, address, USED);
        }
        for (final Operation operation : Operation.values()) {
            request(operation, grant, rkey, address, operation.isOfNumber() ? Long.BYTES : USED);
        }
    }

    private void request(
            final Operation operation, final Grant grant, final int rkey, final long address, final int length) {
        stage(operation, rkey, address, length);
        if (length < 0 && operation.isOfBytes()) {
            assertThrows(PostException.class, client::post, "longer than a message can be");
            return;
        }
        final boolean isMisaligned = operation.isOfNumber() && (address & Long.BYTES - 1) != 0;
        final long bytes = operation == Operation.FLUSH_REGION ? 0 : Integer.toUnsignedLong(length);
        final long from = operation == Operation.FLUSH_REGION ? grant.address : address;
        final boolean isAllowed = grant.covers(operation, rkey, from, bytes) && !isMisaligned;
        client.post();
        pair.simulation.run();
        final String status = isAllowed ? "SUCCESS" : isMisaligned ? "REM_INV_REQ_ERR" : "REM_ACCESS_ERR";
        final String what = operation + " rkey=0x" + Integer.toHexString(rkey) + " address=0x"
                + Long.toHexString(address) + " length=" + length;
        assertEquals(List.of("1:" + status), client.completions(), what);
        assertChanged(operation, grant, (int) (address - grant.address), isAllowed ? length : 0, what);
        assertReturned(isAllowed && operation.isReturning() ? length : 0, what);
        if (!isAllowed) {
            assertEquals(QueuePairState.ERR, client.queuePair.state(), what);
            assertEquals(QueuePairState.ERR, server.queuePair.state(), what);
            pair.reconnect();
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
            case FLUSH -> sends.flush(1, SIGNALED, address, length, rkey, SendRequests.FLUSH_GLOBAL, false);
            case FLUSH_REGION -> sends.flush(1, SIGNALED, address, length, rkey, SendRequests.FLUSH_GLOBAL, true);
        }
        if (operation == Operation.WRITE || operation.isReturning()) {
            if (length <= ModifiedPair.BUFFER) {
                client.sge(0, length);
            } else {
                sends.sge(vast, length, GuardedBuffer.LKEY);
            }
        }
    }

    /**
     * Asserts that the granted bytes contain the request's data and that no other bytes have changed. Then clears the
     * bytes.
     */
    private void assertChanged(
            final Operation operation, final Grant grant, final int offset, final int length, final String what) {
        final int changed = operation.isChanging() ? length : 0;
        for (int i = 0; i < changed; i++) {
            final int at = GuardedBuffer.GUARD + grant.places.applyAsInt(offset + i);
            final byte expected = operation == Operation.WRITE ? GuardedBuffer.pattern(SEED, i) : (byte) -1;
            assertEquals(expected, serverBytes.get(at), what);
            serverBytes.put(at, (byte) 0);
        }
        assertEquals(-1, serverBytes.mismatch(serverBefore), what);
    }

    /** Asserts that the server returned only zeros, which are its contents. */
    private void assertReturned(final int length, final String what) {
        for (int i = GuardedBuffer.GUARD; i < GuardedBuffer.GUARD + length; i++) {
            assertEquals((byte) 0, clientBytes.get(i), what);
            clientBytes.put(i, clientBefore.get(i));
        }
        assertEquals(-1, clientBytes.mismatch(clientBefore), what);
    }
}
