// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

/**
 * The access that a key must grant: to a range of addresses, with certain rights, for a domain or through only one
 * queue pair.
 */
final class ModelKey {
    enum Kind {
        REGION,
        FAST,
        WINDOW_1,
        WINDOW_2
    }

    final Kind kind;
    final ModelHost host;
    int domain;
    int key;
    /** True if the key grants access because it is registered, VALID or bound. */
    boolean isOpen;

    long start;
    long length;
    int access;

    /** For a region, its offset in the host's memory; negative if the region is in other memory. */
    int place;
    /** For a region, the pinned memory. */
    ModelPin pin;
    /** For a region, the number of bound windows. */
    int windows;
    /** For a fast-register region, the DMA addresses of its pages. */
    long[] pages;
    /** For a window, the region to which it is bound. */
    ModelKey region;
    /** The offset in this region. */
    long startInRegion;
    /** For a type 2 window, the queue pair that bound it. */
    ModelQueuePair binder;

    ModelKey(final Kind kind, final ModelHost host, final int domain, final int key) {
        this.kind = kind;
        this.host = host;
        this.domain = domain;
        this.key = key;
    }

    boolean isWindow() {
        return kind == Kind.WINDOW_1 || kind == Kind.WINDOW_2;
    }

    boolean covers(final long address, final long bytes) {
        final long offset = address - start;
        return offset >= 0 && bytes <= length && offset <= length - bytes;
    }

    /** Returns true if a work request in a domain may use a range with the given rights. Reading is always allowed. */
    boolean allowsLocal(final int user, final long address, final long bytes, final int rights) {
        return isOpen && !isWindow() && user == domain && (access & rights) == rights && covers(address, bytes);
    }

    /** Returns true if a peer may use a range through one of this side's queue pairs. */
    boolean allowsPeer(final ModelQueuePair through, final long address, final long bytes, final int rights) {
        return isOpen
                && through.domain == domain
                && (kind != Kind.WINDOW_2 || through == binder)
                && (region == null || region.isOpen)
                && (access & rights) == rights
                && covers(address, bytes);
    }

    /** Returns the offset in the host's memory to which an address refers. */
    int offset(final long address) {
        return isWindow() ? region.offset(address - start + startInRegion) : (int) (place + (address - start));
    }

    void bind(final ModelKey target, final long from, final long bytes, final int rights, final long begin) {
        unbind();
        if (bytes != 0) {
            isOpen = true;
            region = target;
            target.windows++;
            startInRegion = from;
            start = begin;
            length = bytes;
            access = rights;
        }
    }

    void unbind() {
        if (region != null) {
            region.windows--;
            region = null;
        }
        isOpen = false;
        binder = null;
    }
}
