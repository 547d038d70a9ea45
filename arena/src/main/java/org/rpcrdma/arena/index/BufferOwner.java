// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.jvm.Fields;
import org.rpcrdma.arena.jvm.Padding;

/**
 * A cache that may own the buffers that are out through it: counts those that were released elsewhere. Not an object
 * beside the cache, since each release compares it.
 */
public abstract class BufferOwner extends Padding {
    private static final VarHandle LOST = Fields.of(MethodHandles.lookup(), "lost", int.class);

    /** Buffers that were released elsewhere and are not counted yet. Volatile: several threads add. */
    private volatile int lost;

    /** Made by caches. */
    protected BufferOwner() {}

    /** A buffer was released elsewhere; called by any thread. */
    public final void lose() {
        LOST.getAndAdd(this, 1);
    }

    /** Returns buffers that were released elsewhere since {@link #takeLost()}. */
    public final int lost() {
        return lost;
    }

    /** As {@link #lost()}, which is 0 then. */
    public final int takeLost() {
        return lost == 0 ? 0 : (int) LOST.getAndSet(this, 0);
    }
}
