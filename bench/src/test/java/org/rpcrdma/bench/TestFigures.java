// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.util.stream.LongStream;
import org.rpcrdma.arena.ArenaFigures;

/** Creates arena figures for tests. */
public final class TestFigures {
    private TestFigures() {}

    /** Returns figures that all have the same value. */
    public static ArenaFigures of(final long value) {
        return figures(LongStream.generate(() -> value));
    }

    /** Returns figures with consecutive values, in the order of the record's components. */
    public static ArenaFigures from(final long first) {
        return figures(LongStream.iterate(first, value -> value + 1));
    }

    private static ArenaFigures figures(final LongStream values) {
        final int count = ArenaFigures.class.getRecordComponents().length;
        try {
            return (ArenaFigures) ArenaFigures.class.getDeclaredConstructors()[0].newInstance(
                    values.limit(count).boxed().toArray());
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
