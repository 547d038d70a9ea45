// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.List;

/**
 * The figures that a client measured.
 *
 * @param version the program's version.
 * @param test the test's name.
 * @param device this side's device.
 * @param server the server's address.
 * @param isVirtualTime true if times come from the cost model of a simulation.
 */
public record PerfResult(
        String version,
        String test,
        String device,
        String server,
        boolean isVirtualTime,
        int queuePairs,
        int txDepth,
        int list,
        List<PerfRow> rows) {}
