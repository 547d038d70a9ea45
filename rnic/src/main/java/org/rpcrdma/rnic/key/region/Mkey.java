// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.NicCaches;

/**
 * An mkey: a device key that is programmed for successive registrations, each up to the mkey's capacity in pages. The
 * attributes in its {@link FrmrKey} are immutable; the other attributes are programmed.
 */
final class Mkey implements MemoryKey {
    private static final int NO_DOMAIN = 0;

    private final int key;
    private final FrmrKey properties;
    private int domain;
    private long dmaBase;
    private long iova;
    private long length;
    /** The page size of its translations, as a power of 2. */
    private int pageShift;

    private int access;

    Mkey(final int key, final FrmrKey properties) {
        this.key = key;
        this.properties = properties;
    }

    @Override
    public int key() {
        return key;
    }

    FrmrKey properties() {
        return properties;
    }

    void program(final int owner, final Umem memory, final long start, final int rights, final int largestPageShift) {
        domain = owner;
        dmaBase = memory.dmaAddress();
        iova = start;
        length = memory.length();
        access = rights;
        // Addresses may happen to agree in more low bits than their alignment guarantees. Ignore the additional bits.
        final int agreement = Long.numberOfTrailingZeros(dmaBase ^ start | memory.alignment());
        pageShift = Math.max(Pages.SHIFT, Math.min(largestPageShift, agreement));
    }

    void revoke() {
        domain = NO_DOMAIN;
    }

    @Override
    public boolean isValid() {
        return domain != NO_DOMAIN;
    }

    @Override
    public boolean allows(final int user, final long address, final long bytes, final int rights) {
        final long offset = address - iova;
        return user == domain
                && (access & rights) == rights
                && offset >= 0
                && bytes <= length
                && offset <= length - bytes;
    }

    @Override
    public void lookUp(final NicCaches contexts, final long address) {
        contexts.useKey(key);
        contexts.useTranslation(key, (address >>> pageShift) - (iova >>> pageShift));
    }

    @Override
    public long firstAddress() {
        return iova;
    }

    @Override
    public long dmaAddress(final long address) {
        return dmaBase + (address - iova);
    }
}
