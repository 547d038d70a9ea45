// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A sample of calls from which a typical call is chosen. Calls are grouped by form, which is the procedure and the
 * kinds of chunks.
 *
 * <p>For each form, the sample first keeps every call, later every second call, every fourth call and so on. It is
 * therefore evenly distributed and deterministic.
 */
final class CallSample {
    private static final int MOST_FORMS = 64;
    private static final int MOST_CALLS = 64;

    private final Map<String, Form> forms = new LinkedHashMap<>();

    /**
     * A call that represents other calls.
     *
     * @param call   the call.
     * @param form   a description of the call's form.
     * @param number the number of calls with this form.
     */
    record Typical(CallTrace call, String form, long number) {}

    private static final class Form {
        private final String words;
        private final boolean hasChunks;
        private final boolean isWhole;
        private final List<CallTrace> calls = new ArrayList<>();
        private long number;
        private long step = 1;

        Form(final String words, final boolean hasChunks, final boolean isWhole) {
            this.words = words;
            this.hasChunks = hasChunks;
            this.isWhole = isWhole;
        }

        private void add(final CallTrace call) {
            if (number++ % step != 0) {
                return;
            }
            calls.add(call);
            if (calls.size() == MOST_CALLS) {
                for (int i = MOST_CALLS - 1; i > 0; i -= 2) {
                    calls.remove(i);
                }
                step *= 2;
            }
        }

        private CallTrace median() {
            final List<CallTrace> sorted = new ArrayList<>(calls);
            sorted.sort(Comparator.comparingLong(CallTrace::serviceNanos).thenComparingLong(call -> call.call.frame()));
            return sorted.get((sorted.size() - 1) / 2);
        }
    }

    CallSample() {}

    void add(final CallTrace call) {
        final Set<String> kinds = new TreeSet<>();
        call.chunks.stream().filter(CallTrace.Chunk::isUsed).forEach(chunk -> kinds.add(chunk.kind.toString()));
        final String words = call.name + (kinds.isEmpty() ? " inline" : " with " + String.join(", ", kinds));
        final String key = (call.isWhole() ? "whole " : "part ") + words;
        if (!forms.containsKey(key) && forms.size() == MOST_FORMS) {
            return;
        }
        forms.computeIfAbsent(key, unused -> new Form(words, !kinds.isEmpty(), call.isWhole()))
                .add(call);
    }

    /**
     * Returns the call with the median duration among the calls of the most frequent form, or null if there is no call.
     * Prefers completely captured calls and calls with chunks.
     */
    Typical typical() {
        return forms.values().stream()
                .min(Comparator.comparing((Form form) -> !form.isWhole)
                        .thenComparing(form -> !form.hasChunks)
                        .thenComparing(form -> -form.number))
                .map(form -> new Typical(form.median(), form.words, form.number))
                .orElse(null);
    }
}
