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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A node of the {@link ShardIndex}: 64 entries, and a mark for each of them under which something is free. Entries
 * are shards at the lowest level and nodes above. Marks are set and cleared from any thread; entries are added by
 * one thread at a time and found through a mark that was set afterwards, or through a handle.
 */
final class IndexNode {
    static final int BITS = 6;
    static final int FANOUT = 1 << BITS;

    private static final VarHandle MARKS;

    static {
        try {
            MARKS = MethodHandles.lookup().findVarHandle(IndexNode.class, "marks", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Bits of a shard id below the ones that choose an entry here: 0 at the lowest level. */
    final int shift;

    /** Which of the parent's entries this is. */
    final int position;

    final Object[] entries = new Object[FANOUT];

    /** Null at the top. A new top is set here before anyone can search from it. */
    volatile IndexNode parent;

    private volatile long marks;

    IndexNode(final int shift, final int position, final IndexNode parent) {
        this.shift = shift;
        this.position = position;
        this.parent = parent;
    }

    long marks() {
        return marks;
    }

    void mark(final int entry) {
        final long bit = 1L << entry;
        if ((marks & bit) == 0) {
            MARKS.getAndBitwiseOr(this, bit);
        }
    }

    void unmark(final int entry) {
        MARKS.getAndBitwiseAnd(this, ~(1L << entry));
    }

    /** Which entry leads to a shard. */
    int entryOf(final int shardId) {
        return shardId >>> shift & FANOUT - 1;
    }

    /** Whether the shard's id is within what this node and those below it can hold. */
    boolean spans(final int shardId) {
        return shardId >>> shift < FANOUT;
    }
}
