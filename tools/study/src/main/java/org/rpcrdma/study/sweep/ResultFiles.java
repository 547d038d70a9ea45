// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.rpcrdma.bench.console.InputException;

/**
 * The result files of a sweep and the first bytes of each. A file that has one of these names but begins differently
 * was not written by a sweep.
 */
public final class ResultFiles {
    static final String JSON = "results.json";
    static final String CSV = "results.csv";
    static final String REPORT = "report.html";
    static final List<String> NAMES = List.of(JSON, CSV, REPORT);

    private static final Pattern OTHERS =
            Pattern.compile("grid\\.json|claims|points-.*\\.jsonl|results\\.csv|report\\.html");

    private static final Map<String, Pattern> BEGINNINGS = Map.of(
            JSON, Pattern.compile("\\s*\\{\\s*\"grid\"\\s*:"),
            CSV, Pattern.compile("point,section,"),
            REPORT, Pattern.compile("(?s).*<title>What receive-buffer shards buy</title>"));

    private ResultFiles() {}

    /**
     * Rejects a folder in which a file has one of these names but was not written by a sweep, because the sweep would
     * overwrite that file.
     *
     * @param folder the folder for results; it need not exist.
     * @throws InputException if the folder contains such a file.
     */
    public static void refuseForeign(final Path folder) {
        for (final String name : NAMES) {
            final Path file = folder.resolve(name);
            if (Files.exists(file) && !begins(file, BEGINNINGS.get(name))) {
                throw new InputException("--out: " + file
                        + " was not written by a sweep and would be overwritten; choose another folder");
            }
        }
    }

    /**
     * Rejects a result file that belongs to a sweep but is not its results.json.
     *
     * @param folder a sweep's folder; it need not exist.
     * @param file   the result file, or null.
     * @throws InputException if the file is rejected.
     * @throws IOException    if the files cannot be read.
     */
    public static void refuseOwn(final Path folder, final Path file) throws IOException {
        if (file == null || !Files.exists(folder)) {
            return;
        }
        final Path path = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.isSameFile(path.getParent(), folder)
                && OTHERS.matcher(path.getFileName().toString()).matches()) {
            throw new InputException("--json must not be another file of the sweep in " + folder + ": " + file);
        }
    }

    private static boolean begins(final Path file, final Pattern beginning) {
        try {
            return beginning
                    .matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                    .lookingAt();
        } catch (final IOException e) {
            return false;
        }
    }
}
