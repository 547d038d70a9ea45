// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * The result of a row.
 *
 * @param id     the row's id.
 * @param result the outcome.
 * @param detail why the row failed or was skipped; empty if it passed.
 */
public record RowResult(String id, Outcome result, String detail) {
    /** The outcomes of a row. */
    public enum Outcome {
        /** The rule holds. */
        PASS,
        /** The rule does not hold, or could not be checked. */
        FAIL,
        /** The rule does not apply to the device. */
        SKIP;

        /** Returns the outcome's name, as shown in reports. */
        @Override
        @JsonValue
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
