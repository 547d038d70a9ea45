// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.ref.WeakReference;

/**
 * Names the thread that a cache belongs to. The reference is weak: an arena learns that a thread has ended when the
 * collector has cleared it. It is an object beside the cache, so that a thread that looks for its own cache does not
 * read memory that another thread writes all the time.
 */
final class CacheOwner extends WeakReference<Thread> {
    final ThreadCache cache;

    CacheOwner(final Thread thread, final ThreadCache cache) {
        super(thread);
        this.cache = cache;
    }
}
