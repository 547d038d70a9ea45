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
package org.rpcrdma.bench.conformance;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Locale;

/**
 * What came of a row.
 *
 * @param id     the row's id.
 * @param result {@code pass}, {@code fail} or {@code skip}.
 * @param detail why it failed or was skipped; empty where it passed.
 */
public record RowResult(String id, String result, String detail) {
    /** What can come of a row. */
    public enum Outcome {
        /** The rule holds. */
        PASS,
        /** The rule does not hold, or is not tried yet. */
        FAIL,
        /** The rule says nothing about the device. */
        SKIP
    }

    RowResult(final String id, final Outcome outcome, final String detail) {
        this(id, outcome.name().toLowerCase(Locale.ROOT), detail);
    }

    /**
     * What came of the row.
     *
     * @return the outcome.
     */
    @JsonIgnore
    public Outcome outcome() {
        return Outcome.valueOf(result.toUpperCase(Locale.ROOT));
    }
}
