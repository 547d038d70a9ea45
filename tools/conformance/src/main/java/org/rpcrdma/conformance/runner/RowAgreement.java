// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rpcrdma.conformance.runner.RowResult.Outcome;

/**
 * The result of a row on a host's device, compared with the result on a simulated device.
 *
 * @param id          the row's id.
 * @param device      the result on the device.
 * @param simulated   the result in the simulation.
 * @param agreement   the outcome of the comparison.
 * @param explanation why the results differ or, if both were skipped, why the device lacks the feature; null if
 *                    unknown.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RowAgreement(String id, RowResult device, RowResult simulated, Agreement agreement, String explanation) {
    /** The outcome of comparing a device with its simulation. */
    public enum Agreement {
        /** Both comply with the rule, or both lack the feature. */
        AGREES,
        /** The results differ for a known reason. */
        EXPLAINED,
        /** The results differ for an unknown reason. */
        UNEXPLAINED;

        @JsonValue
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the text for a report: the result if it is not a pass, and the reason. */
    public String remark() {
        return Stream.of(device.detail(), isSkipped() ? "" : simulated.detail(), explanation)
                .filter(part -> part != null && !part.isEmpty())
                .collect(Collectors.joining(": "));
    }

    private boolean isSkipped() {
        return device.result() == Outcome.SKIP && simulated.result() == Outcome.SKIP;
    }

    public static RowAgreement of(final RowResult device, final RowResult simulated, final KnownDifferences known) {
        final String id = device.id();
        if (device.result() == simulated.result() && device.result() != Outcome.FAIL) {
            final String reason = known.explanation(device.detail()).orElse(null);
            return new RowAgreement(id, device, simulated, Agreement.AGREES, reason);
        }
        return known.explanation(id)
                .map(reason -> new RowAgreement(id, device, simulated, Agreement.EXPLAINED, reason))
                .orElseGet(() -> new RowAgreement(id, device, simulated, Agreement.UNEXPLAINED, null));
    }
}
