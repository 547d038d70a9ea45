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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where the buffers that are watched were acquired and, where every buffer is, released. Thread-safe. */
final class LeakTracker {
    private final LeakDetection level;
    private final Map<Long, Throwable> acquired = new ConcurrentHashMap<>();

    LeakTracker(final LeakDetection level) {
        this.level = level;
    }

    LeakDetection level() {
        return level;
    }

    void acquired(final long handle) {
        if (level == LeakDetection.SIMPLE) {
            return;
        }
        acquired.put(
                handle, new Throwable("acquired by " + Thread.currentThread().getName()));
    }

    void released(final long handle) {
        acquired.remove(handle);
    }
}
