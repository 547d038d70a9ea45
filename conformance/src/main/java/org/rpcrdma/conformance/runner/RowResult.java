// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Locale;

/** The result of a row.
 *
 * @param id     the row's id.
 * @param result {@code pass}, {@code fail} or {@code skip}.
 * @param detail why it failed or was skipped; empty if it passed.
 */
public record RowResult(String id, String result, String detail) {
    /** The results of a row. */
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
     * Returns the result of the row.
     *
     * @return the outcome.
     */
    @JsonIgnore
    public Outcome outcome() {
        return Outcome.valueOf(result.toUpperCase(Locale.ROOT));
    }
}
