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

import java.lang.ref.Cleaner;

/** Waits for an object that was to be closed to become unreachable, until told that it was. What is run then must not refer to it. */
final class Watch {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Cleaner.Cleanable cleanable;
    private volatile Runnable onLost;

    private Watch(final Object watched, final Runnable onLost) {
        this.onLost = onLost;
        cleanable = CLEANER.register(watched, this::run);
    }

    static Watch over(final Object watched, final Runnable onLost) {
        return new Watch(watched, onLost);
    }

    private void run() {
        final Runnable lost = onLost;
        if (lost != null) {
            lost.run();
        }
    }

    /** The object was closed. */
    void end() {
        onLost = null;
        cleanable.clean();
    }
}
