// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.ref.WeakReference;

/**
 * The thread that has a cache. Weak, since nothing else may tell an arena that a thread has ended. One that is gone
 * has. Apart from the cache: a thread that looks for its own does not read memory that another one writes all the time.
 */
final class CacheOwner extends WeakReference<Thread> {
    final ThreadCache cache;

    CacheOwner(final Thread thread, final ThreadCache cache) {
        super(thread);
        this.cache = cache;
    }
}
