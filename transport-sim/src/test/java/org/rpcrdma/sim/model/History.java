// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.util.function.Supplier;

/** The latest actions, which are reported after a failure. */
final class History {
    private static final int KEPT = 40;

    private final long[] steps = new long[KEPT];

    @SuppressWarnings({"unchecked", "rawtypes"})
    private final Supplier<String>[] texts = new Supplier[KEPT];

    private long step;
    private int count;

    void begin(final long newStep) {
        step = newStep;
    }

    void add(final Supplier<String> text) {
        steps[count % KEPT] = step;
        texts[count++ % KEPT] = text;
    }

    @Override
    public String toString() {
        final StringBuilder all = new StringBuilder();
        for (int i = Math.max(0, count - KEPT); i < count; i++) {
            all.append("\n  step=").append(steps[i % KEPT]).append(' ').append(texts[i % KEPT].get());
        }
        return all.toString();
    }
}
