// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.post;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.rpcrdma.ibverbs.layout.MemoryLayouts;
import org.rpcrdma.ibverbs.layout.SendLayout;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.region.IbvMemoryWindow;
import org.rpcrdma.ibverbs.region.NativeRegion;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** Send work requests that are staged in the form of {@code struct ibv_send_wr}. */
public final class IbvSendChain extends RequestChain implements ExtendedSendRequests {
    private final DeviceAttributes device;
    private boolean bindsWindows;
    private boolean needsCalls;

    public IbvSendChain(final DeviceAttributes device, final int capacity, final int maxElements) {
        super(capacity, maxElements, SendLayout.SIZE);
        this.device = device;
    }

    @Override
    public void clear() {
        super.clear();
        bindsWindows = false;
        needsCalls = false;
    }

    /**
     * Returns true if any staged request cannot be posted as a {@code struct ibv_send_wr} and must be posted with
     * function calls instead.
     */
    public boolean needsCalls() {
        return needsCalls;
    }

    /**
     * Updates the keys of windows after the first {@code count} requests have been posted. Some providers, such as
     * rxe's, use the key in a window's {@code struct ibv_mw} to identify the window but do not update this key
     * themselves.
     */
    public void onPosted(final int count) {
        for (int i = 0; bindsWindows && i < count; i++) {
            final long at = offset(i);
            if (requests.get(JAVA_INT, at + SendLayout.OPCODE) == SendLayout.OP_BIND_MW) {
                final long window = requests.get(JAVA_LONG, at + SendLayout.MW);
                Native.setInt(window + MemoryLayouts.MW_RKEY, requests.get(JAVA_INT, at + SendLayout.MW_RKEY));
            }
        }
    }

    private void begin(final int opcode, final long wrId, final int flags) {
        final long request = begin(wrId);
        Native.setInt(request + SendLayout.OPCODE, opcode);
        Native.setInt(request + SendLayout.FLAGS, flags);
        // rxe's provider rejects a binding if this field is not 0.
        Native.setInt(request + SendLayout.IMM_OR_KEY, 0);
    }

    private void set(final long field, final int value) {
        Native.setInt(current() + field, value);
    }

    private void set(final long field, final long value) {
        Native.setLong(current() + field, value);
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
    public void atomicWrite(
            final long wrId, final int flags, final long remoteAddress, final int rkey, final long value) {
        require(DeviceCapability.ATOMIC_WRITE);
        begin(SendLayout.OP_ATOMIC_WRITE, wrId, flags);
        needsCalls = true;
        remote(remoteAddress, rkey);
        set(SendLayout.ATOMIC_WRITE_VALUE, value);
    }

    @Override
    public void flush(
            final long wrId,
            final int flags,
            final long remoteAddress,
            final int length,
            final int rkey,
            final int type,
            final boolean wholeRegion) {
        require(DeviceCapability.FLUSH);
        begin(SendLayout.OP_FLUSH, wrId, flags);
        needsCalls = true;
        remote(remoteAddress, rkey);
        set(SendLayout.FLUSH_LENGTH, Integer.toUnsignedLong(length));
        set(SendLayout.FLUSH_TYPE, type);
        set(SendLayout.FLUSH_LEVEL, wholeRegion ? SendLayout.LEVEL_REGION : SendLayout.LEVEL_RANGE);
    }

    private void require(final DeviceCapability capability) {
        if (!device.has(capability)) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "the device does not support the operation: operation=" + capability);
        }
    }

    @Override
    public void registerMemory(
            final long wrId, final int flags, final FastRegisterRegion region, final int key, final int access) {
        throw new VerbsException(Errno.EOPNOTSUPP, "only the kernel's verbs support fast registration");
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
        final long mw = ((IbvMemoryWindow) window).pointer();
        final long mr = NativeRegion.boundable(region);
        begin(SendLayout.OP_BIND_MW, wrId, flags);
        bindsWindows = true;
        set(SendLayout.MW, mw);
        set(SendLayout.MW_RKEY, rkey);
        set(SendLayout.BIND_MR, mr);
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
}
