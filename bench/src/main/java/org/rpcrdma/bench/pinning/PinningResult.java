// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The measured times of registration.
 *
 * @param version       the program's version.
 * @param device        the device's name.
 * @param machine       the cost model's name; null for a device of the host.
 * @param isVirtualTime true if the times come from a simulation's cost model, and the spreads from the ranges of its
 *     costs.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PinningResult(
        String version, String device, String machine, boolean isVirtualTime, List<PinningRow> rows) {}
