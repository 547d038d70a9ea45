// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

/** What a key must open: a range of addresses, with rights, to a domain, or through one queue pair only. */
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
    /** Whether it opens anything: registered, VALID, or bound. */
    boolean isOpen;

    long start;
    long length;
    int access;

    /** Of a region: where it begins in the host's memory; negative where that is other memory. */
    int place;
    /** Of a region: the memory that is pinned for it. */
    ModelPin pin;
    /** Of a region: windows that are bound to it. */
    int windows;
    /** Of a fast-register region: the DMA addresses of its pages. */
    long[] pages;
    /** Of a window: what it is bound to, and where it begins there. */
    ModelKey region;

    long startInRegion;
    /** Of a window of type 2. */
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

    /** Whether a work request of a domain may use a range, with rights beside reading. */
    boolean allowsLocal(final int user, final long address, final long bytes, final int rights) {
        return isOpen && !isWindow() && user == domain && (access & rights) == rights && covers(address, bytes);
    }

    /** Whether a peer may, through a queue pair of this side. */
    boolean allowsPeer(final ModelQueuePair through, final long address, final long bytes, final int rights) {
        return isOpen
                && through.domain == domain
                && (kind != Kind.WINDOW_2 || through == binder)
                && (region == null || region.isOpen)
                && (access & rights) == rights
                && covers(address, bytes);
    }

    /** What an address stands for: an offset in the host's memory. */
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
