// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.jvm.Fields;
import org.rpcrdma.arena.jvm.Padding;

/**
 * The marks of an {@link IndexNode}, alone in their cache line: written by every thread that finds or frees a last
 * buffer.
 */
abstract class IndexMarks extends Padding {
    private static final VarHandle MARKS = Fields.of(MethodHandles.lookup(), "marks", long.class);

    /**
     * Volatile: who frees a buffer reads it after the buffer's word, and who clears a mark looks at the word again.
     */
    volatile long marks;

    final void mark(final int entry) {
        final long bit = 1L << entry;
        if ((marks & bit) == 0) {
            MARKS.getAndBitwiseOr(this, bit);
        }
    }

    final void unmark(final int entry) {
        MARKS.getAndBitwiseAnd(this, ~(1L << entry));
    }
}
