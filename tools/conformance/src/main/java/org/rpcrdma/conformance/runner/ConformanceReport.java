// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The results of all rows.
 *
 * @param version     the program's version.
 * @param personality the implementation that the device imitated or was expected to be.
 * @param device      the device's name on the host; null if it was simulated.
 * @param peer        the name of the peer device on the host; null if the device was connected to itself.
 * @param rows        the results, in row order.
 * @param comparison  the comparison of the host's device with the simulation; null if the device was simulated.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConformanceReport(
        String version,
        String personality,
        String device,
        String peer,
        List<RowResult> rows,
        DeviceAgreement comparison) {}
