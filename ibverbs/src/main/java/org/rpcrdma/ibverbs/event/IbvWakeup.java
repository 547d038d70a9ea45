// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import java.util.concurrent.atomic.AtomicBoolean;
import org.rpcrdma.verbs.Wakeup;

/** A task that other threads have run on a loop's thread; waits in {@link Wakeups} when it was woken. */
public final class IbvWakeup implements Wakeup {
    final Runnable task;

    /** The wakeup before this one, while both wait. */
    IbvWakeup next;

    final AtomicBoolean isWoken = new AtomicBoolean();
    private final Wakeups wakeups;

    public IbvWakeup(final Wakeups wakeups, final Runnable task) {
        this.wakeups = wakeups;
        this.task = task;
    }

    @Override
    public void wake() {
        if (!isWoken.get() && isWoken.compareAndSet(false, true)) {
            wakeups.push(this);
        }
    }
}
