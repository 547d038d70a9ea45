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
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** Time that stands still, for tests that call the ageing pass themselves. */
final class StillClock implements Clock {
    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public Timer newTimer(final Runnable task) {
        return new Timer() {
            @Override
            public void arm(final long delayNanos) {}

            @Override
            public boolean cancel() {
                return false;
            }

            @Override
            public boolean isArmed() {
                return true;
            }
        };
    }
}
