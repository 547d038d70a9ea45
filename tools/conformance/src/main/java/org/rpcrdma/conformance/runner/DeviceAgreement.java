// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rpcrdma.conformance.runner.RowAgreement.Agreement;

/**
 * The comparison of a host's device with its simulation.
 *
 * @param linux       the running kernel's release.
 * @param rdmaCore    the version of libibverbs; null if it is not loaded.
 * @param agrees      the number of rows with equal results.
 * @param explained   the number of rows that differ for a known reason.
 * @param unexplained the number of rows that differ for an unknown reason.
 * @param stale       the rows that agree although a reason for a difference is listed.
 * @param rows        all rows, in order.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeviceAgreement(
        String linux,
        String rdmaCore,
        long agrees,
        long explained,
        long unexplained,
        List<String> stale,
        List<RowAgreement> rows) {
    private static final Path MAPPINGS = Path.of("/proc/self/maps");
    private static final Pattern LIBRARY = Pattern.compile(".*/libibverbs\\.so\\.1\\.\\d+\\.([\\d.]+)");

    public static DeviceAgreement of(final List<RowAgreement> rows, final KnownDifferences known) throws IOException {
        return new DeviceAgreement(
                System.getProperty("os.version"),
                loadedRdmaCore(),
                count(rows, Agreement.AGREES),
                count(rows, Agreement.EXPLAINED),
                count(rows, Agreement.UNEXPLAINED),
                known.stale(rows),
                rows);
    }

    private static long count(final List<RowAgreement> rows, final Agreement agreement) {
        return rows.stream().filter(row -> row.agreement() == agreement).count();
    }

    /** Reads the version from the file name: {@code libibverbs.so.1.14.44.0} belongs to rdma-core 44.0. */
    private static String loadedRdmaCore() throws IOException {
        if (!Files.isReadable(MAPPINGS)) {
            return null;
        }
        try (Stream<String> lines = Files.lines(MAPPINGS)) {
            return lines.map(LIBRARY::matcher)
                    .filter(Matcher::matches)
                    .map(library -> library.group(1))
                    .findFirst()
                    .orElse(null);
        }
    }
}
