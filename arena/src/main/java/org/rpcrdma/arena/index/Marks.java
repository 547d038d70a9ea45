// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bitmap with levels of summary: each bit of a level says that a word of the level below has a bit set.
 *
 * <pre>
 *   level 1     [ 0...010 ]                    word 1 of the level below has a mark
 *   level 0     [ 0...000 ] [ 0...100 ] ...    shard 66 has a free buffer
 *   shards       0 ... 63    64 ... 127
 * </pre>
 *
 * <p>A search costs one step per level and takes no lock, nor does marking. A taker that finds nothing clears the mark,
 * <em>then looks again</em>. A releaser sets the bit of the buffer <em>first</em>, then looks at the mark. At least one
 * of them sees the other, so a mark that is missing is one that some thread is about to set. All words are volatile for
 * that.
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

    /** Sets a mark, and every missing one above it. */
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

    /** Clears a mark; the caller then looks again, and marks again if it has to. */
    void clear(final int entry) {
        clear(0, entry);
    }

    private void clear(final int level, final int entry) {
        WORD.getAndBitwiseAnd(levels[level], entry >>> BITS, ~(1L << entry));
    }

    /**
     * Returns a marked entry: the lowest from a number on, as far as each word tells by itself; a lower one only if a
     * word has no mark above. {@link #NONE} if nothing is marked.
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
