// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.VerbsException;

/**
 * A memory window. It stores the owner's state and the device's state. The owner's state is the key that
 * {@link #rkey()} returns. The device's state is the key and the range of the last bind.
 */
public final class RnicMemoryWindow implements MemoryWindow, MemoryKey {
    private static final int LOW_BYTE = 0xff;
    private static final int WRITING = Access.REMOTE_WRITE | Access.REMOTE_ATOMIC;

    private final KeyTable keys;
    private final DomainUse domain;
    private final int type;
    private int rkey;
    private boolean isClosed;

    private int key;
    /** The region to which the window is bound, or null. */
    private RnicMemoryRegion region;
    /** The number of the queue pair that bound this window, if it is of type 2. */
    private int binder;
    /** The window's first address as peers see it. */
    private long start;
    /** The window's first address within the region. */
    private long regionAddress;

    private long length;
    private int access;

    public RnicMemoryWindow(final KeyTable keys, final DomainUse domain, final int type) {
        this.domain = domain;
        this.type = type;
        this.keys = keys;
        key = keys.takeKey();
        rkey = key;
        keys.put(this);
        domain.addWindow();
    }

    @Override
    public int type() {
        return type;
    }

    public ProtectionDomain domain() {
        return domain.domain();
    }

    @Override
    public int rkey() {
        return rkey;
    }

    @Override
    public void restoreKey(final int previous) {
        checkOpen();
        if (type != TYPE_1 || ((previous ^ key) & ~LOW_BYTE) != 0) {
            throw new VerbsException(
                    Errno.EINVAL, "key does not belong to the window: rkey=0x" + Integer.toHexString(previous));
        }
        rkey = previous;
    }

    /** Advances the owner's key and returns the new key. */
    public int stepKey() {
        rkey = RemoteKey.increment(rkey);
        return rkey;
    }

    @Override
    public int key() {
        return key;
    }

    @Override
    public boolean isValid() {
        return region != null;
    }

    /** Executes a bind for a queue pair. Returns false, without effect, if the rules do not permit it. */
    public boolean bind(
            final int user,
            final int queuePair,
            final int newKey,
            final MemoryRegion target,
            final long address,
            final long bytes,
            final int rights) {
        final boolean isOwn = !isClosed && user == domain.number() && ((newKey ^ key) & ~LOW_BYTE) == 0;
        if (!isOwn || !isRangeAllowed(target, address, bytes, rights)) {
            return false;
        }
        unbind();
        key = newKey;
        if (bytes != 0) {
            region = (RnicMemoryRegion) target;
            region.windowBound();
            binder = queuePair;
            start = (rights & Access.ZERO_BASED) != 0 ? 0 : address;
            regionAddress = address;
            length = bytes;
            access = rights;
        }
        return true;
    }

    private boolean isRangeAllowed(final MemoryRegion target, final long address, final long bytes, final int rights) {
        if (type == TYPE_1 && bytes == 0) {
            return true;
        }
        final boolean isBindable = type == TYPE_1 ? (rights & Access.ZERO_BASED) == 0 : region == null;
        return isBindable
                && bytes > 0
                && target instanceof RnicMemoryRegion
                && takesWindows((RnicMemoryRegion) target, rights)
                && covers((RnicMemoryRegion) target, address, bytes);
    }

    private boolean takesWindows(final RnicMemoryRegion target, final int rights) {
        return target.isUsable()
                && target.use() == domain
                && !target.isOfPeerMemory()
                && !target.isZeroBased()
                && (target.access() & Access.MW_BIND) != 0
                && ((rights & WRITING) == 0 || (target.access() & Access.LOCAL_WRITE) != 0);
    }

    private static boolean covers(final RnicMemoryRegion target, final long address, final long bytes) {
        final long offset = address - target.iova();
        return offset >= 0 && bytes <= target.length() && offset <= target.length() - bytes;
    }

    private void unbind() {
        if (region != null) {
            keys.detachPayloads();
            region.windowUnbound();
            region = null;
            binder = MemoryKey.NO_QUEUE_PAIR;
        }
    }

    /** Returns false, because only peers can use a window. */
    @Override
    public boolean allows(final int user, final long address, final long bytes, final int rights) {
        return false;
    }

    @Override
    public boolean allowsPeer(
            final int user, final int through, final long address, final long bytes, final int rights) {
        final long offset = address - start;
        return user == domain.number()
                && (type == TYPE_1 || through == binder)
                && (access & rights) == rights
                && offset >= 0
                && bytes <= length
                && offset <= length - bytes
                && region.isUsable();
    }

    @Override
    public void lookUp(final NicCaches contexts, final long address) {
        contexts.useKey(key);
        keys.at(region.mkey()).lookUp(contexts, inRegion(address));
    }

    @Override
    public long firstAddress() {
        return start;
    }

    @Override
    public long dmaAddress(final long address) {
        return region.memory().dmaAddress() + (inRegion(address) - region.iova());
    }

    @Override
    public int contiguous(final long address, final int bytes) {
        return MemoryKey.super.contiguous(inRegion(address), bytes);
    }

    private long inRegion(final long address) {
        return address - start + regionAddress;
    }

    @Override
    public boolean invalidateBy(final int user, final int through) {
        final boolean isAllowed = type == TYPE_2 && user == domain.number() && through == binder;
        if (isAllowed) {
            unbind();
        }
        return isAllowed;
    }

    @Override
    public void close() {
        checkOpen();
        isClosed = true;
        unbind();
        keys.remove(this);
        domain.removeWindow();
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "window is closed: rkey=0x" + Integer.toHexString(rkey));
        }
    }
}
