// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.paging;

import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.key.region.OpenRegion;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.extended.OnDemandStatistics;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/**
 * An on-demand region: rights for a range of addresses, or for all addresses (implicit). The device obtains the
 * region's pages when it needs them ({@link OnDemandPages}). The memory is not pinned, so it may be allocated and freed
 * at any time.
 */
public final class OnDemandRegion extends OpenRegion implements MemoryKey {
    private final OnDemandPaging paging;
    private final int key;
    private final OnDemandPages pages;
    private final OnDemandCounters counters = new OnDemandCounters();
    private final long address;
    private final long length;

    OnDemandRegion(
            final OnDemandPaging paging,
            final DomainUse domain,
            final int key,
            final long address,
            final long length,
            final long iova,
            final int access) {
        super(domain, iova, access);
        this.paging = paging;
        this.key = key;
        this.address = address;
        this.length = length;
        pages = paging.newPages((access & Access.HUGETLB) != 0);
    }

    @Override
    public int key() {
        return key;
    }

    @Override
    public boolean isValid() {
        return !isClosed();
    }

    @Override
    public boolean allows(final int user, final long start, final long bytes, final int rights) {
        return isOf(user) && (access() & rights) == rights && covers(start, bytes);
    }

    /** Returns true if a range of iovas lies in the region. */
    boolean covers(final long start, final long bytes) {
        if (isImplicit()) {
            return Long.compareUnsigned(start, -bytes) <= 0;
        }
        final long offset = start - iova();
        return offset >= 0 && bytes <= length && offset <= length - bytes;
    }

    boolean isImplicit() {
        return length == WHOLE_ADDRESS_SPACE;
    }

    boolean isWritable() {
        return (access() & Access.LOCAL_WRITE) != 0;
    }

    @Override
    public void lookUp(final NicCaches contexts, final long inRegion) {
        contexts.useKey(key);
        contexts.useTranslation(key, pages.number(inRegion) - pages.number(iova()));
    }

    @Override
    public long firstAddress() {
        return iova();
    }

    @Override
    public long dmaAddress(final long inRegion) {
        return pages.dmaAddress(memoryAt(inRegion));
    }

    @Override
    public boolean isPresent(final long start, final long bytes, final boolean forWriting) {
        return pages.isPresent(memoryAt(start), bytes, forWriting);
    }

    @Override
    public long fault(final long start, final long bytes, final boolean forWriting) {
        return paging.fault(this, start, bytes, forWriting);
    }

    /** Returns true if a range of iovas is backed by host memory. */
    boolean isMemory(final long start, final long bytes) {
        return pages.isMemory(memoryAt(start), bytes);
    }

    /** Makes the pages of a range of iovas present, as {@link OnDemandPages#makePresent} does. */
    int makePresent(final long start, final long bytes, final boolean forWriting, final boolean faultsIn) {
        return pages.makePresent(memoryAt(start), bytes, forWriting, faultsIn);
    }

    /** Removes the pages of an address range from the device because the memory's mapping has changed. */
    void invalidate(final long start, final long bytes) {
        final int taken = pages.invalidate(start, bytes);
        if (taken != 0) {
            counters.invalidated(taken);
        }
    }

    OnDemandCounters counters() {
        return counters;
    }

    int mappedPages() {
        return pages.mapped();
    }

    private long memoryAt(final long inRegion) {
        return address + (inRegion - iova());
    }

    @Override
    public int lkey() {
        return key;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public OnDemandStatistics onDemandStatistics() {
        return counters.statistics();
    }

    /** Changes the domain and the rights, but not the memory. */
    @Override
    public void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        checkOpen();
        final boolean changesAccess = (changes & CHANGE_ACCESS) != 0;
        if (changes == 0 || (changes & ~(CHANGE_PD | CHANGE_ACCESS)) != 0 || !changesAccess && newAccess != 0) {
            throw refused(Errno.EINVAL, "invalid change of an on-demand region", changes, newAccess);
        }
        final int kept = Access.ON_DEMAND | Access.HUGETLB;
        if (changesAccess && (!Access.isValid(newAccess) || ((newAccess ^ access()) & kept) != 0)) {
            throw refused(Errno.EINVAL, "on-demand region does not allow these access flags", changes, newAccess);
        }
        final DomainUse owner = (changes & CHANGE_PD) != 0 ? use().directory().of(newDomain) : use();
        if (changesAccess) {
            pages.clear(); // pages mapped for writing are no longer writable
        }
        moveTo(owner, iova(), changesAccess ? newAccess : access());
    }

    private static ReregisterException refused(
            final Errno errno, final String what, final int changes, final int access) {
        return new ReregisterException(
                ReregisterError.INPUT,
                errno,
                what + ": changes=0x" + Integer.toHexString(changes) + " access=0x" + Integer.toHexString(access));
    }

    @Override
    protected void endAccess() {
        pages.clear();
        paging.remove(this);
    }
}
