// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import java.util.ArrayDeque;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.VerbsException;

/** A fast-register region. It is VALID while a page list is bound to it, and otherwise FREE. */
public final class RnicFastRegion implements FastRegisterRegion, MemoryKey {
    private static final int LOW_BYTE = 0xff;

    private final FastRegions regions;
    private final DomainUse domain;
    private final int maxPages;
    /** The initial key. */
    private final int origin;

    private final ArrayDeque<PageList> spare = new ArrayDeque<>();
    private PageList staged;
    private PageList bound;
    private int key;
    private int access;
    private boolean isClosed;

    RnicFastRegion(final FastRegions regions, final DomainUse domain, final int maxPages, final int key) {
        this.regions = regions;
        this.domain = domain;
        this.maxPages = maxPages;
        this.key = key;
        origin = key;
    }

    @Override
    public int key() {
        return key;
    }

    @Override
    public int maxPages() {
        return maxPages;
    }

    @Override
    public boolean isValid() {
        return bound != null;
    }

    @Override
    public void setPages(final long[] dmaAddresses, final int[] lengths, final int count, final long iova) {
        checkOpen();
        PageList.check(maxPages, dmaAddresses, lengths, count, iova);
        PageList list = staged;
        if (list == null || list.holders > 1) {
            list = spare.isEmpty() ? new PageList(maxPages) : spare.pop();
        }
        list.set(dmaAddresses, lengths, count, iova);
        stage(list);
        regions.chargePageList(list.pageCount());
    }

    /** Returns the page list for a registration that is being posted, or null if no list is set. */
    public PageList hold() {
        if (staged != null) {
            staged.holders++;
        }
        return staged;
    }

    public void drop(final PageList list) {
        if (list != null && --list.holders == 0) {
            spare.push(list);
        }
    }

    /**
     * Executes a registration, using the page list that was set when the registration was posted. Returns false if the
     * rules do not permit it.
     */
    public boolean register(final int queuePairDomain, final PageList list, final int newKey, final int rights) {
        final boolean isAllowed = !isClosed
                && bound == null
                && list != null
                && queuePairDomain == domain.number()
                && (newKey & ~LOW_BYTE) == (key & ~LOW_BYTE);
        if (isAllowed) {
            list.holders++;
            bound = list;
            key = newKey;
            access = rights;
        }
        return isAllowed;
    }

    @Override
    public boolean invalidateBy(final int user, final int through) {
        if (user != domain.number()) {
            return false;
        }
        invalidate();
        return true;
    }

    private void invalidate() {
        regions.detachPayloads();
        final PageList list = bound;
        bound = null;
        drop(list);
    }

    @Override
    public boolean allows(final int user, final long address, final long length, final int rights) {
        final long offset = address - bound.iova();
        return user == domain.number()
                && (access & rights) == rights
                && offset >= 0
                && length <= bound.length()
                && offset <= bound.length() - length;
    }

    @Override
    public void lookUp(final NicCaches contexts, final long address) {
        contexts.useKey(key);
        contexts.useTranslation(origin, bound.page(address));
    }

    @Override
    public long firstAddress() {
        return bound.iova();
    }

    @Override
    public long dmaAddress(final long address) {
        return bound.dmaAddress(address);
    }

    @Override
    public void close() {
        checkOpen();
        isClosed = true;
        if (bound != null) {
            invalidate();
        }
        regions.remove(this, domain);
    }

    private void stage(final PageList list) {
        if (list != staged) {
            final PageList old = staged;
            staged = list;
            list.holders++;
            drop(old);
        }
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "region is closed: key=0x" + Integer.toHexString(key));
        }
    }
}
