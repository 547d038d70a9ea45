// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.agrona.BitUtil;

/** Creates threads that arenas map neither to the calling thread's stripe nor to the next stripe. */
final class OtherStripe {
    /** The number of stripes in an arena. */
    static final int STRIPES =
            BitUtil.findNextPositivePowerOfTwo(2 * Runtime.getRuntime().availableProcessors());

    /**
     * True if a stripe exists that a thread does not try. If an arena has only two stripes, every thread tries both.
     */
    static final boolean EXISTS = STRIPES > 2;

    private OtherStripe() {}

    static Thread thread(final Runnable task) {
        Thread thread;
        do {
            thread = new Thread(task);
        } while ((thread.getId() - Thread.currentThread().getId() & STRIPES - 1) < 2 && EXISTS);
        return thread;
    }
}
