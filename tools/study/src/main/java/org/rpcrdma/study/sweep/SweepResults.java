// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.ReplacedFile;

/**
 * The results of a grid's points, in the order of the points. The bytes written do not depend on which process ran a
 * point, or when.
 *
 * @param grid   the grid that was run.
 * @param points one line per point: {@code point}, {@code section}, {@code settings}, {@code result}.
 */
public record SweepResults(Grid grid, List<ObjectNode> points) {
    /**
     * Merges the results of several folders of the same grid.
     *
     * @param folders the folders, at least one.
     * @return all results so far.
     * @throws InputException if the grids or the results of a point differ.
     * @throws IOException    if the results cannot be read.
     */
    public static SweepResults of(final Collection<SweepFolder> folders) throws IOException {
        final SortedMap<Integer, ObjectNode> all = new TreeMap<>();
        Grid grid = null;
        for (final SweepFolder folder : folders) {
            if (grid != null && !grid.equals(folder.grid())) {
                throw new InputException("the folders contain results of different grids");
            }
            grid = folder.grid();
            for (final ObjectNode result : folder.results().values()) {
                final ObjectNode before = all.put(result.get("point").intValue(), result);
                if (before != null && !before.equals(result)) {
                    throw new InputException("the folders differ in a result: point=" + result.get("point"));
                }
            }
        }
        return new SweepResults(grid, new ArrayList<>(all.values()));
    }

    /**
     * Returns the points without a result.
     *
     * @return the points, in order.
     */
    public List<Point> missing() {
        final Set<Integer> done =
                points.stream().map(point -> point.get("point").intValue()).collect(Collectors.toSet());
        return grid.points().stream()
                .filter(point -> !done.contains(point.number()))
                .toList();
    }

    /** Returns these results with a single number for each figure: the median over the seeds. */
    SweepResults medians() {
        return new SweepResults(
                grid,
                points.stream().map(point -> (ObjectNode) Medians.of(point)).toList());
    }

    /**
     * Writes {@code results.json}, {@code results.csv} and {@code report.html}, each atomically.
     *
     * @param folder the folder; it is created if it does not exist.
     * @param json   writes JSON in the desired layout.
     * @param usual  the defaults of options and cost parameters, which the plots show first.
     * @throws IOException    if the files cannot be written.
     * @throws InputException if the folder contains a file with one of these names that was not written by a sweep.
     */
    public void write(final Path folder, final ObjectWriter json, final Map<String, String> usual) throws IOException {
        ResultFiles.refuseForeign(folder);
        Files.createDirectories(folder);
        ReplacedFile.write(folder.resolve(ResultFiles.JSON), json.writeValueAsString(this) + "\n");
        ReplacedFile.write(folder.resolve(ResultFiles.CSV), new CsvResults(this).text());
        ReplacedFile.write(folder.resolve(ResultFiles.REPORT), new HtmlReport(this, usual).text());
    }
}
