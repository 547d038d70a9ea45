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
package org.rpcrdma.arena;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many buffers are out, up to a limit, and whether the arena is open. Who acquires enters first and then searches:
 * while fewer have entered than there are buffers, a free one is there to be found. Who releases frees the buffer
 * and then leaves. Closing needs the count to be zero, and from then on nobody enters. Thread-safe, lock-free.
 */
final class BufferCount {
    private static final long CLOSED = Long.MIN_VALUE;

    private final long limit;
    private final AtomicLong entered = new AtomicLong();

    BufferCount(final long limit) {
        this.limit = limit;
    }

    /** Enters; returns the count with this entry, 0 where the limit is reached. */
    long enter() {
        while (true) {
            final long count = entered.get();
            if (count == CLOSED) {
                throw new IllegalStateException("arena is closed");
            }
            if (count >= limit) {
                return 0;
            }
            if (entered.compareAndSet(count, count + 1)) {
                return count + 1;
            }
        }
    }

    void leave() {
        entered.getAndDecrement();
    }

    /** Closes where nobody is in; true where it is closed now or was before. */
    boolean close() {
        return entered.compareAndSet(0, CLOSED) || entered.get() == CLOSED;
    }

    long inUse() {
        return Math.max(0, entered.get());
    }
}
