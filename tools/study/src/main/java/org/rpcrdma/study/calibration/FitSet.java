// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The published curves to which the cost model's parameters are fitted, or with which they are compared. */
public final class FitSet {
    private static final List<String> NAMES = List.of(
            "read-latency-vs-window",
            "write-throughput-vs-window",
            "throughput-vs-walks",
            "write-latency-vs-regions",
            "write-rate-vs-region-bytes",
            "registration-time-vs-bytes",
            "unmap-time-vs-bytes",
            "unmap-time-vs-bytes-trapped",
            "unmap-time-vs-bytes-bare",
            "allocation-time-vs-order",
            "allocation-time-vs-processors",
            "allocation-time-vs-processors-4.6");

    private FitSet() {}

    /**
     * Returns the curves.
     *
     * @return the curves, in the order in which reports list them.
     * @throws IOException if they cannot be read.
     */
    public static List<Curve> curves() throws IOException {
        final List<Curve> curves = new ArrayList<>();
        for (final String name : NAMES) {
            try (InputStream resource = FitSet.class.getResourceAsStream("/calibration/" + name + ".csv");
                    BufferedReader text = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
                curves.add(Curve.read(text));
            }
        }
        return List.copyOf(curves);
    }
}
