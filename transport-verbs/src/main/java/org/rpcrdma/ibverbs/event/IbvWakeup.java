/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs.event;

import java.util.concurrent.atomic.AtomicBoolean;
import org.rpcrdma.verbs.Wakeup;

/** A task that other threads have run on a loop's thread; waits in {@link Wakeups} when it was woken. */
public final class IbvWakeup implements Wakeup {
    final Runnable task;

    /** The one that was woken before it, while both wait. */
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
