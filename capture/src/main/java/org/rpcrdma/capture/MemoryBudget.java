// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/** Limits the memory, in bytes, that all unfinished Sends and READs in a capture may use together. */
final class MemoryBudget {
    private long left;

    MemoryBudget(final long bytes) {
        left = bytes;
    }

    boolean take(final int bytes) {
        if (bytes > left) {
            return false;
        }
        left -= bytes;
        return true;
    }

    void giveBack(final int bytes) {
        left += bytes;
    }
}
