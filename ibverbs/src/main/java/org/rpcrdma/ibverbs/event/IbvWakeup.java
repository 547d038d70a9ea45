// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import java.util.concurrent.atomic.AtomicBoolean;
import org.rpcrdma.verbs.Wakeup;

/** A task that other threads can run on a loop's thread. It is queued in {@link Wakeups} until it runs. */
public final class IbvWakeup implements Wakeup {
    final Runnable task;

    /** True if the task is a handler that belongs to the loop's user. */
    final boolean isHandler;

    /** The wakeup that was queued before this one, while both are queued. */
    IbvWakeup next;

    final AtomicBoolean isWoken = new AtomicBoolean();
    private final Wakeups wakeups;

    public IbvWakeup(final Wakeups wakeups, final Runnable task, final boolean isHandler) {
        this.wakeups = wakeups;
        this.task = task;
        this.isHandler = isHandler;
    }

    @Override
    public void wake() {
        if (!isWoken.get() && isWoken.compareAndSet(false, true)) {
            wakeups.push(this);
        }
    }
}
