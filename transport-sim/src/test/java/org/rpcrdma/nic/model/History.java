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
package org.rpcrdma.nic.model;

import java.util.function.Supplier;

/** What was done last, to be told of when something went wrong. */
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
