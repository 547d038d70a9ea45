// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A hierarchical bitmap. Each bit summarizes a word of the level below; it is set if that word has a bit set.
 *
 * <pre>
 *   level 1     [ 0...010 ]                    word 1 of the level below has a mark
 *   level 0     [ 0...000 ] [ 0...100 ] ...    shard 66 has a free buffer
 *   shards       0 ... 63    64 ... 127
 * </pre>
 *
 * <p>Searching and marking require one step per level and no lock. A thread that finds no buffer clears the mark and
 * <em>then checks again</em>. A thread that releases a buffer <em>first</em> sets the buffer's bit and then checks the
 * mark. At least one of them observes the other's write, so if a mark is missing, a thread is about to set it.
 * Therefore all words are volatile.
 */
final class Marks {
    static final int NONE = -1;

    private static final int BITS = 6;
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[][] levels;

    Marks(final int entries) {
        final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(entries - 1);
        levels = new long[Math.max(1, (bits + BITS - 1) / BITS)][];
        for (int level = 0; level < levels.length; level++) {
            levels[level] = new long[1 + (entries - 1 >>> BITS * (level + 1))];
        }
    }

    private long word(final int level, final int index) {
        return (long) WORD.getVolatile(levels[level], index);
    }

    /** Sets a mark, and every missing mark above it. */
    void mark(final int entry) {
        for (int level = 0; level < levels.length; level++) {
            set(level, entry >>> BITS * level);
        }
    }

    private void set(final int level, final int entry) {
        final long bit = 1L << entry;
        if ((word(level, entry >>> BITS) & bit) == 0) {
            WORD.getAndBitwiseOr(levels[level], entry >>> BITS, bit);
        }
    }

    /** Clears a mark. The caller must then check again, and set the mark again if necessary. */
    void clear(final int entry) {
        clear(0, entry);
    }

    private void clear(final int level, final int entry) {
        WORD.getAndBitwiseAnd(levels[level], entry >>> BITS, ~(1L << entry));
    }

    /**
     * Returns the number of a marked entry, or {@link #NONE}. Searches each word on the path from the given number
     * upward, and then, if no mark is found, from the start of the word.
     */
    int find(final int from) {
        final int top = levels.length - 1;
        int entry = 0;
        int level = top;
        while (level >= 0) {
            final long marks = word(level, entry);
            if (marks != 0) {
                final long above = marks & -1L << (from >>> BITS * level);
                entry = entry << BITS | Long.numberOfTrailingZeros(above == 0 ? marks : above);
                level--;
            } else if (level == top) {
                return NONE;
            } else {
                clear(level + 1, entry);
                if (word(level, entry) != 0) {
                    set(level + 1, entry);
                }
                entry = 0;
                level = top;
            }
        }
        return entry;
    }
}
