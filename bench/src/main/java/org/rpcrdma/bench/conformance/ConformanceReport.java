// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.conformance;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** The results of all rows.
 *
 * @param personality the implementation that the device imitated, or was expected to be.
 * @param device      the host's device; null if it was simulated.
 * @param rows        in their order.
 * @param comparison  of the host's device with the simulation; null if it was simulated.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConformanceReport(String personality, String device, List<RowResult> rows, DeviceAgreement comparison) {}
