// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** An owner of buffers beside the arena, one for each endpoint: counts those that were released elsewhere. */
public final class BufferOwner {
    private static final VarHandle LOST;

    /** Buffers that were released elsewhere and are not counted yet. */
    private volatile int lost;

    static {
        try {
            LOST = MethodHandles.lookup().findVarHandle(BufferOwner.class, "lost", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A buffer was released elsewhere; called by any thread. */
    public void lose() {
        LOST.getAndAdd(this, 1);
    }

    /** Buffers that were released elsewhere since {@link #takeLost()}. */
    public int lost() {
        return lost;
    }

    /** As {@link #lost()}, which is 0 then. */
    public int takeLost() {
        return lost == 0 ? 0 : (int) LOST.getAndSet(this, 0);
    }
}
