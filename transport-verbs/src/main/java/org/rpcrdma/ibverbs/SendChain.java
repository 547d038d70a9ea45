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
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.verbs.AddressHandle;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * Send work requests, staged as the driver reads them: {@code struct ibv_send_wr} one behind the other, each linked to the next,
 * with a fixed place for its elements.
 *
 * <pre>
 *   wr 0 | wr 1 | wr 2 | ...            sge 0.0 | 0.1 | ... | 1.0 | 1.1 | ...
 *     next -^  next -^                    ^ wr 0's sg_list      ^ wr 1's
 * </pre>
 */
final class SendChain implements SendRequests {
    final MemorySegment requests;
    private final MemorySegment elements;
    private final int capacity;
    private final int maxElements;
    private int size;
    private int binds;
    private long current;

    SendChain(final int capacity, final int maxElements) {
        this.capacity = capacity;
        this.maxElements = maxElements;
        final Arena arena = Arena.ofAuto();
        requests = arena.allocate(SendLayout.SIZE * capacity, Long.BYTES);
        elements = arena.allocate(ReceiveLayout.SGE_SIZE * capacity * Math.max(1, maxElements), Long.BYTES);
    }

    @Override
    public void clear() {
        size = 0;
        binds = 0;
    }

    @Override
    public int size() {
        return size;
    }

    /** The place in the chain of a request that the driver named. */
    int index(final long request) {
        return (int) ((request - requests.address()) / SendLayout.SIZE);
    }

    /**
     * The chain was posted: from now on its windows have the keys that they are bound under. Providers that name a window by the key in
     * its {@code struct ibv_mw}, as rxe does, do not keep that up to date themselves.
     */
    void onPosted() {
        for (long at = 0; binds > 0; at += SendLayout.SIZE) {
            if (requests.get(JAVA_INT, at + SendLayout.OPCODE) == SendLayout.OP_BIND_MW) {
                final long window = requests.get(JAVA_LONG, at + SendLayout.MW);
                Native.setInt(window + MemoryLayouts.MW_RKEY, requests.get(JAVA_INT, at + SendLayout.MW_RKEY));
                binds--;
            }
        }
    }

    private void begin(final int opcode, final long wrId, final int flags) {
        if (size == capacity) {
            throw new IndexOutOfBoundsException("chain is full: capacity=" + capacity);
        }
        final long begin = SendLayout.SIZE * size;
        if (size > 0) {
            requests.set(JAVA_LONG, begin - SendLayout.SIZE + SendLayout.NEXT, requests.address() + begin);
        }
        requests.set(JAVA_LONG, begin + SendLayout.WR_ID, wrId);
        requests.set(JAVA_LONG, begin + SendLayout.NEXT, Native.NULL);
        requests.set(
                JAVA_LONG,
                begin + SendLayout.SG_LIST,
                elements.address() + ReceiveLayout.SGE_SIZE * size * maxElements);
        requests.set(JAVA_INT, begin + SendLayout.NUM_SGE, 0);
        requests.set(JAVA_INT, begin + SendLayout.OPCODE, opcode);
        requests.set(JAVA_INT, begin + SendLayout.FLAGS, flags);
        // A binding that has something here is refused by rxe's provider.
        requests.set(JAVA_INT, begin + SendLayout.IMM_OR_KEY, 0);
        current = begin;
        size++;
    }

    private void set(final long field, final int value) {
        requests.set(JAVA_INT, current + field, value);
    }

    private void set(final long field, final long value) {
        requests.set(JAVA_LONG, current + field, value);
    }

    private void remote(final long address, final int rkey) {
        set(SendLayout.REMOTE_ADDRESS, address);
        set(SendLayout.RKEY, rkey);
    }

    @Override
    public void send(final long wrId, final int flags) {
        begin(SendLayout.OP_SEND, wrId, flags);
    }

    @Override
    public void sendWithInvalidate(final long wrId, final int flags, final int rkey) {
        begin(SendLayout.OP_SEND_WITH_INV, wrId, flags);
        set(SendLayout.IMM_OR_KEY, rkey);
    }

    @Override
    public void sendWithImmediate(final long wrId, final int flags, final int immediate) {
        begin(SendLayout.OP_SEND_WITH_IMM, wrId, flags);
        set(SendLayout.IMM_OR_KEY, Integer.reverseBytes(immediate));
    }

    @Override
    public void rdmaWrite(final long wrId, final int flags, final long remoteAddress, final int rkey) {
        begin(SendLayout.OP_RDMA_WRITE, wrId, flags);
        remote(remoteAddress, rkey);
    }

    @Override
    public void rdmaWriteWithImmediate(
            final long wrId, final int flags, final long remoteAddress, final int rkey, final int immediate) {
        begin(SendLayout.OP_RDMA_WRITE_WITH_IMM, wrId, flags);
        remote(remoteAddress, rkey);
        set(SendLayout.IMM_OR_KEY, Integer.reverseBytes(immediate));
    }

    @Override
    public void rdmaRead(final long wrId, final int flags, final long remoteAddress, final int rkey) {
        begin(SendLayout.OP_RDMA_READ, wrId, flags);
        remote(remoteAddress, rkey);
    }

    @Override
    public void compareAndSwap(
            final long wrId,
            final int flags,
            final long remoteAddress,
            final int rkey,
            final long compare,
            final long swap) {
        begin(SendLayout.OP_ATOMIC_CMP_AND_SWP, wrId, flags);
        atomic(remoteAddress, rkey, compare);
        set(SendLayout.SWAP, swap);
    }

    @Override
    public void fetchAndAdd(
            final long wrId, final int flags, final long remoteAddress, final int rkey, final long add) {
        begin(SendLayout.OP_ATOMIC_FETCH_AND_ADD, wrId, flags);
        atomic(remoteAddress, rkey, add);
    }

    private void atomic(final long remoteAddress, final int rkey, final long compareOrAdd) {
        set(SendLayout.REMOTE_ADDRESS, remoteAddress);
        set(SendLayout.COMPARE_ADD, compareOrAdd);
        set(SendLayout.ATOMIC_RKEY, rkey);
    }

    @Override
    public void registerMemory(
            final long wrId, final int flags, final FastRegisterRegion region, final int key, final int access) {
        throw new VerbsException(Errno.EOPNOTSUPP, "fast registration is of the kernel's verbs");
    }

    @Override
    public void localInvalidate(final long wrId, final int flags, final int key) {
        begin(SendLayout.OP_LOCAL_INV, wrId, flags);
        set(SendLayout.IMM_OR_KEY, key);
    }

    @Override
    public void bindMemoryWindow(
            final long wrId,
            final int flags,
            final MemoryWindow window,
            final int rkey,
            final MemoryRegion region,
            final long address,
            final long length,
            final int access) {
        begin(SendLayout.OP_BIND_MW, wrId, flags);
        binds++;
        set(SendLayout.MW, ((IbvMemoryWindow) window).pointer());
        set(SendLayout.MW_RKEY, rkey);
        set(SendLayout.BIND_MR, ((IbvMemoryRegion) region).pointer());
        set(SendLayout.BIND_ADDRESS, address);
        set(SendLayout.BIND_LENGTH, length);
        set(SendLayout.BIND_ACCESS, access);
    }

    @Override
    public void destination(final AddressHandle handle, final int queuePair, final int qkey) {
        set(SendLayout.UD_AH, ((IbvAddressHandle) handle).pointer());
        set(SendLayout.UD_QPN, queuePair);
        set(SendLayout.UD_QKEY, qkey);
    }

    @Override
    public void sge(final long iova, final int length, final int lkey) {
        final long at = current + SendLayout.NUM_SGE;
        final int count = requests.get(JAVA_INT, at);
        if (size == 0 || count == maxElements) {
            throw new IndexOutOfBoundsException("request has no room for an element: requests=" + size + " elements="
                    + count + " limit=" + maxElements);
        }
        final long element = ReceiveLayout.SGE_SIZE * ((long) (size - 1) * maxElements + count);
        elements.set(JAVA_LONG, element + ReceiveLayout.SGE_ADDRESS, iova);
        elements.set(JAVA_INT, element + ReceiveLayout.SGE_LENGTH, length);
        elements.set(JAVA_INT, element + ReceiveLayout.SGE_LKEY, lkey);
        requests.set(JAVA_INT, at, count + 1);
    }
}
