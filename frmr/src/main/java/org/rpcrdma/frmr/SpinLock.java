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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Guards a few dozen instructions: one atomic operation to take it and a plain release to give it back, half of what
 * two atomic counters cost. Nothing that waits, allocates without need or is not ours may run under it.
 *
 * <p>A thread that finds it taken stays away from the cache line for a while, longer each time: so the owner works on
 * undisturbed, often many times over, which serves two threads better than handing the line to and fro for each
 * operation. An owner that is not running is waited for by yielding. Not reentrant, not fair.
 */
abstract class SpinLock extends Padding {
    private static final VarHandle TAKEN;
    private static final int MOST_PAUSES = 256;
    private static final int ROUNDS_BEFORE_YIELD = 64;

    private int taken;

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(SpinLock.class, "taken", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final void lock() {
        if (!TAKEN.compareAndSet(this, 0, 1)) {
            spin();
        }
    }

    final void unlock() {
        TAKEN.setRelease(this, 0);
    }

    private void spin() {
        int pauses = 4;
        int round = 0;
        do {
            for (int i = 0; i < pauses; i++) {
                Thread.onSpinWait();
            }
            pauses = Math.min(2 * pauses, MOST_PAUSES);
            if (++round > ROUNDS_BEFORE_YIELD) {
                Thread.yield();
            }
        } while ((int) TAKEN.getOpaque(this) != 0 || !TAKEN.compareAndSet(this, 0, 1));
    }
}
