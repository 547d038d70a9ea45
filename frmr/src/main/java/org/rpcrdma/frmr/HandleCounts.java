// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

/** A pool's handles in use. Stands beside the lock word, for every pop and push writes both. Guarded by the lock. */
abstract class HandleCounts extends SpinLock {
    long hits;
    int inUse;
    int maxInUse;

    final void countUse() {
        final int now = inUse + 1;
        inUse = now;
        if (now > maxInUse) {
            maxInUse = now;
        }
    }
}
