// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.rpcrdma.frmr.FrmrKey;

/**
 * Performs the same steps as a pop and a push in the kernel's FRMR pools, in plain Java, for comparison. A
 * reader-writer spin lock protects an ordered tree of pools. In each pool, a spin lock protects the figures and stacks
 * of handles, whose pages hold 1020 handles. The code follows the published behaviour and is not optimized for speed.
 */
final class KernelSteps {
    private final AtomicInteger readers = new AtomicInteger();
    private final TreeMap<FrmrKey, Pool> tree = new TreeMap<>(KernelSteps::compare);

    /** Adds a pool. Call this before any pool is used. */
    void add(final FrmrKey key, final int handles) {
        final Pool pool = new Pool();
        tree.put(key, pool);
        for (int i = 0; i < handles; i++) {
            pool.active.push(i);
        }
    }

    /** Finds a key's pool while holding the tree's lock as a reader. No writer runs while pairs are measured. */
    Pool find(final FrmrKey key) {
        readers.getAndIncrement();
        try {
            return tree.get(key);
        } finally {
            readers.getAndDecrement();
        }
    }

    /** Compares keys. They are equal if the pool's key has fewer than twice the requested blocks. */
    private static int compare(final FrmrKey request, final FrmrKey pool) {
        final int order = request.compareTo(pool);
        final long spare = pool.dmaBlocks() - request.dmaBlocks();
        final boolean fits = order < 0 && spare > 0 && spare < request.dmaBlocks();
        return fits && sameKind(request, pool) ? 0 : order;
    }

    private static boolean sameKind(final FrmrKey one, final FrmrKey other) {
        return one.ats() == other.ats()
                && one.accessFlags() == other.accessFlags()
                && one.vendorKey() == other.vendorKey()
                && one.kernelVendorKey() == other.kernelVendorKey();
    }

    /** A pool of handles. */
    static final class Pool {
        private final AtomicBoolean lock = new AtomicBoolean();
        private final PagedStack active = new PagedStack();
        private final PagedStack inactive = new PagedStack();
        private int inUse;
        private int maxInUse;
        private boolean timed;

        int pop() {
            acquire();
            try {
                final PagedStack stack = active.isEmpty() ? inactive : active;
                if (stack.isEmpty()) {
                    throw new IllegalStateException("the pool is empty: the benchmark pops too many handles");
                }
                inUse++;
                maxInUse = Math.max(maxInUse, inUse);
                return stack.pop();
            } finally {
                lock.setRelease(false);
            }
        }

        void push(final int handle) {
            acquire();
            try {
                inUse--;
                timed |= active.isEmpty();
                active.push(handle);
            } finally {
                lock.setRelease(false);
            }
        }

        private void acquire() {
            while (!lock.compareAndSet(false, true)) {
                Thread.onSpinWait();
            }
        }
    }

    /** A stack of handles in linked pages. A page is allocated with its first handle and freed with its last. */
    private static final class PagedStack {
        private static final int PER_PAGE = 1020;

        private Page last;
        private int size;

        boolean isEmpty() {
            return size == 0;
        }

        void push(final int handle) {
            final int place = size % PER_PAGE;
            if (place == 0) {
                last = new Page(last);
            }
            last.handles[place] = handle;
            size++;
        }

        int pop() {
            size--;
            final int place = size % PER_PAGE;
            final int handle = last.handles[place];
            if (place == 0) {
                last = last.before;
            }
            return handle;
        }
    }

    private static final class Page {
        private final int[] handles = new int[PagedStack.PER_PAGE];
        private final Page before;

        Page(final Page before) {
            this.before = before;
        }
    }
}
