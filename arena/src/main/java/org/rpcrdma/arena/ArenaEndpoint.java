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

import java.util.Objects;

/**
 * One connection's way to the buffers of an arena, which may be shared with others: a stack of free buffers of its own, and a
 * quota. Made by {@link ReceiveArena#newEndpoint(int, int)}.
 *
 * <pre>
 *  endpoint A: [ free buffers ] quota 135 --+
 *  endpoint B: [ free buffers ] quota 135 --+--- arena --- shards
 *  endpoint C: [ free buffers ] quota 135 --+
 * </pre>
 *
 * <p>Used by one thread at a time, which may change where the change is ordered (as by handing the connection over through a
 * queue); nothing here is checked against two threads at once. That is what makes it the fastest way: no atomic operation, no
 * look-up of the thread. Buffers on its stack are not free for others; {@link #close()} gives them back. The addresses, keys and views of
 * its buffers are the arena's.
 */
public final class ArenaEndpoint extends BufferCache implements AutoCloseable {
    private final ReceiveArena arena;
    private final SharedBuffers shared;
    private final BufferStates states;
    private final int quota;
    /** Buffers that are out through this endpoint or on its stack: what is out follows from the stack's size. */
    private int owned;

    private boolean closed;
    /** Where it is among the arena's endpoints; under the arena's lock. */
    int place;

    ArenaEndpoint(
            final ReceiveArena arena,
            final SharedBuffers shared,
            final BufferStates states,
            final int capacity,
            final int quota) {
        super(capacity);
        this.arena = arena;
        this.shared = shared;
        this.states = states;
        this.quota = quota;
        own(0);
    }

    /** Some more buffers are owned, or less: taking stops where the quota is out, putting where nothing is. */
    private void own(final int more) {
        owned += more;
        limit(Math.max(0, owned - quota), Math.min(capacity, owned));
    }

    /**
     * The arena that the buffers are of.
     *
     * @return the arena.
     */
    public ReceiveArena arena() {
        return arena;
    }

    /**
     * The most buffers that may be out through this endpoint.
     *
     * @return at least 1.
     */
    public int quota() {
        return quota;
    }

    /**
     * Buffers that are out through this endpoint now.
     *
     * @return 0 to the quota.
     */
    public int inUse() {
        return owned - size();
    }

    /**
     * Acquires a buffer. Its bytes are what they were left as.
     *
     * @return its handle, never negative.
     * @throws ArenaExhaustedException at the quota, or where every buffer is out and no shard may be added.
     * @throws org.rpcrdma.verbs.VerbsException where memory for a shard or its mapping is not to be had; nothing has changed.
     * @throws IllegalStateException where the endpoint or the arena is closed.
     */
    public long acquire() {
        final long handle = tryAcquire();
        if (handle == ReceiveArena.NONE) {
            throw inUse() == quota
                    ? new ArenaExhaustedException("endpoint has its quota of buffers out: quota=" + quota)
                    : arena.exhausted();
        }
        return handle;
    }

    /**
     * Acquires a buffer if there is one. Its bytes are what they were left as.
     *
     * @return its handle, or {@link ReceiveArena#NONE} at the quota, or at the arena's limit.
     * @throws org.rpcrdma.verbs.VerbsException where memory for a shard or its mapping is not to be had; nothing has changed.
     * @throws IllegalStateException where the endpoint or the arena is closed.
     */
    public long tryAcquire() {
        long handle = pop();
        if (handle == ReceiveArena.NONE) {
            handle = refill();
            if (handle == ReceiveArena.NONE) {
                return ReceiveArena.NONE;
            }
        }
        return arena.sample(handle);
    }

    /**
     * Acquires several buffers.
     *
     * @param handles where their handles are put.
     * @param offset  index of the first one.
     * @param count   how many are wanted.
     * @return how many were acquired: fewer where the quota or the arena's limit comes first.
     * @throws org.rpcrdma.verbs.VerbsException as {@link #tryAcquire()}; those acquired before are given back.
     * @throws IllegalStateException where the endpoint or the arena is closed.
     */
    public int tryAcquire(final long[] handles, final int offset, final int count) {
        requireOpen();
        Objects.checkFromIndexSize(offset, count, handles.length);
        final int wanted = Math.min(count, quota - inUse());
        final int cached = pop(handles, offset, wanted);
        try {
            final int acquired = arena.acquireRest(handles, offset, cached, wanted);
            own(acquired - cached);
            return acquired;
        } catch (final RuntimeException e) {
            own(-cached);
            throw e;
        }
    }

    /**
     * Gives a buffer back that was acquired through this endpoint. Of one that is held several times
     * ({@link ReceiveArena#retain(long)}) that is one release; the others are the arena's.
     *
     * @param handle what acquiring it returned; not good for anything afterwards.
     * @throws IllegalStateException as {@link ReceiveArena#release(long)}; also where no buffer is out through this endpoint: then
     *     it was released as by the arena.
     * @throws IllegalArgumentException where the handle is none of the arena's.
     */
    public void release(final long handle) {
        if (!states.endHold(handle) && !arena.held.endHold(handle)) {
            requireOut(handle);
            own(-1);
        } else if (!push(BufferHandle.next(handle))) {
            spill(handle);
        }
    }

    /**
     * Gives several buffers back that were acquired through this endpoint.
     *
     * @param handles their handles.
     * @param offset  index of the first one.
     * @param count   how many.
     * @throws IllegalStateException as {@link #release(long)}; those before the one that is named have been released.
     * @throws IllegalArgumentException where a handle is none of the arena's.
     */
    public void release(final long[] handles, final int offset, final int count) {
        Objects.checkFromIndexSize(offset, count, handles.length);
        for (int next = offset; next < offset + count; ) {
            next += push(states, handles, next, offset + count - next);
            if (next < offset + count) {
                release(handles[next++]);
            }
        }
    }

    /**
     * Gives the free buffers of this endpoint back to the arena; the endpoint cannot be used any more. Closing again does nothing.
     *
     * @throws IllegalStateException while buffers are out through it, naming how many; nothing has changed then.
     */
    @Override
    public void close() {
        if (inUse() > 0) {
            throw new IllegalStateException("endpoint has buffers out: inUse=" + inUse());
        }
        if (!closed) {
            closed = true;
            own(-owned);
            shared.removeEndpoint(this);
        }
    }

    private long refill() {
        requireOpen();
        if (inUse() == quota) {
            return ReceiveArena.NONE;
        }
        int taken;
        while ((taken = refill(shared)) == 0) {
            if (!shared.findMore()) {
                return ReceiveArena.NONE;
            }
        }
        own(taken);
        return pop();
    }

    /** Gives a free buffer back that the stack did not take. */
    private void spill(final long handle) {
        if (inUse() == 0) {
            arena.putPastCaches(handle);
        }
        requireOut(handle);
        own(-flush(shared, capacity / 2));
        if (!push(BufferHandle.next(handle))) {
            own(-1);
            arena.putPastCaches(handle);
        }
    }

    private void requireOut(final long handle) {
        if (inUse() == 0) {
            throw new IllegalStateException(
                    "no buffer is out through this endpoint, one of the arena's was released: quota=" + quota + " "
                            + arena.held.describe(handle));
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("endpoint is closed: quota=" + quota);
        }
    }
}
