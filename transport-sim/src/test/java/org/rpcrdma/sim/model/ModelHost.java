// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.util.HashMap;
import java.util.Map;
import org.rpcrdma.verbs.Access;

/** The model of a host: its memory, its keys and its DMA mappings. */
final class ModelHost {
    private static final int FIRST = 1;

    final int number;
    final ModelMemory memory;
    final int localDmaLkey;
    /** The keys of all existing objects, whether they grant access or not. */
    final Map<Integer, ModelKey> keys = new HashMap<>();
    /** The DMA pages that are mapped. */
    private final Map<Long, Page> pages = new HashMap<>();

    /** The maximum number of pinned pages. */
    final int memlock;
    /** The current number of pinned pages. */
    int pinned;

    /** A DMA page, with its offset in the host's memory and the device's access rights. */
    private record Page(int offset, boolean isReadable, boolean isWritable) {}

    ModelHost(final int number, final ModelMemory memory, final int localDmaLkey, final int memlock) {
        this.number = number;
        this.memory = memory;
        this.localDmaLkey = localDmaLkey;
        this.memlock = memlock;
    }

    static int pages(final long address, final long length) {
        final long offset = address & ModelMemory.PAGE - FIRST;
        return (int) ((offset + length + ModelMemory.PAGE - FIRST) / ModelMemory.PAGE);
    }

    /** Maps whole pages for the device. */
    void map(final long iova, final int offset, final int length, final boolean isReadable, final boolean isWritable) {
        final int inPage = (int) (iova & ModelMemory.PAGE - FIRST);
        for (int i = 0; i < pages(iova, length); i++) {
            final int at = i * ModelMemory.PAGE - inPage;
            pages.put(iova + at, new Page(offset + at, isReadable, isWritable));
        }
    }

    void unmap(final long iova, final int length) {
        final int inPage = (int) (iova & ModelMemory.PAGE - FIRST);
        for (int i = 0; i < pages(iova, length); i++) {
            pages.remove(iova + i * ModelMemory.PAGE - inPage);
        }
    }

    boolean allowsLocal(final int domain, final Request.Element element, final int bytes, final int rights) {
        if (bytes == 0 || element.lkey() == localDmaLkey) {
            return true;
        }
        final ModelKey key = keys.get(element.lkey());
        return key != null && key.allowsLocal(domain, element.address(), bytes, rights);
    }

    boolean allowsPeer(
            final ModelQueuePair through, final int rkey, final long address, final int bytes, final int right) {
        final ModelKey key = keys.get(rkey);
        return key != null && key.allowsPeer(through, address, bytes, right);
    }

    /** Finds the pieces of memory for a range that a key allows. The pieces end before the first unmapped page. */
    void resolve(final int lkey, final long address, final int bytes, final boolean isWrite, final Pieces into) {
        final ModelKey key = lkey == localDmaLkey ? null : keys.get(lkey);
        if (key != null && key.kind != ModelKey.Kind.FAST) {
            into.add(key.offset(address), bytes);
        } else {
            resolvePages(key, address, bytes, isWrite, into);
        }
    }

    /**
     * If an element's key allows only a part of the element to be written, finds the part before the first forbidden
     * byte. Packets may have filled this part.
     */
    void resolveAllowed(final int domain, final Request.Element element, final int bytes, final Pieces into) {
        final ModelKey key = keys.get(element.lkey());
        if (key != null && key.allowsLocal(domain, element.address(), 1, Access.LOCAL_WRITE)) {
            final int allowed = (int) Math.min(bytes, key.start + key.length - element.address());
            resolve(element.lkey(), element.address(), allowed, true, into);
        }
    }

    private void resolvePages(
            final ModelKey key, final long address, final int bytes, final boolean isWrite, final Pieces into) {
        long at = address;
        int left = bytes;
        while (left > 0 && !into.isFaulty) {
            final int inPage = (int) (at & ModelMemory.PAGE - FIRST);
            final int length = Math.min(left, ModelMemory.PAGE - inPage);
            final Page page = pages.get(key == null ? at - inPage : dmaPage(key, at));
            if (page == null || !(isWrite ? page.isWritable : page.isReadable)) {
                into.isFaulty = true;
            } else {
                into.add(page.offset + inPage, length);
            }
            at += length;
            left -= length;
        }
    }

    private static long dmaPage(final ModelKey key, final long address) {
        final long firstPage = key.start & -ModelMemory.PAGE;
        return key.pages[(int) ((address - firstPage) / ModelMemory.PAGE)];
    }

    /**
     * Returns true if a key may be invalidated by a work request on a queue pair or by a request that the queue pair
     * receives.
     */
    boolean invalidate(final ModelQueuePair through, final int which) {
        final ModelKey key = keys.get(which);
        if (key == null || !key.isOpen || key.domain != through.domain) {
            return false;
        }
        if (key.kind == ModelKey.Kind.FAST) {
            key.isOpen = false;
            return true;
        }
        if (key.kind == ModelKey.Kind.WINDOW_2 && key.binder == through) {
            key.unbind();
            return true;
        }
        return false;
    }

    /** Changes the key of an object. */
    void rekey(final ModelKey key, final int newKey) {
        keys.remove(key.key, key);
        key.key = newKey;
        keys.put(newKey, key);
    }

    static boolean isWritable(final int access) {
        return (access & Access.LOCAL_WRITE) != 0;
    }
}
