// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.bench.file.ReplacedFile;

/**
 * The files of a sweep: its grid, and one file of results per process. Several processes may share a folder. Each of
 * them claims the points that it runs.
 */
public final class SweepFolder {
    private static final String GRID = "grid.json";
    private static final String CLAIMS = "claims";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Grid grid;
    private final List<Point> points;

    private SweepFolder(final Path folder, final Grid grid) {
        this.folder = folder;
        this.grid = grid;
        this.points = grid.points();
    }

    /**
     * Returns a folder for a grid's results, creating it if necessary.
     *
     * @param folder the folder.
     * @param grid   the grid that contains the points.
     * @return the folder.
     * @throws InputException if the folder cannot be created, or belongs to another grid.
     * @throws IOException    if the folder cannot be read or written.
     */
    public static SweepFolder open(final Path folder, final Grid grid) throws IOException {
        final Path file = folder.resolve(GRID);
        if (Files.exists(file)) {
            final Grid there = readGrid(file);
            if (!there.equals(grid)) {
                throw new InputException(folder + " contains results of a different grid: " + difference(there, grid));
            }
        } else {
            make(folder);
            ReplacedFile.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(grid) + "\n");
        }
        return new SweepFolder(folder, grid);
    }

    /**
     * Returns a folder that contains results.
     *
     * @param folder the folder.
     * @return the folder.
     * @throws InputException if the folder contains no results.
     * @throws IOException    if the folder cannot be read.
     */
    public static SweepFolder open(final Path folder) throws IOException {
        if (!Files.exists(folder.resolve(GRID))) {
            throw new InputException("no sweep's results in " + folder + ": there is no " + GRID);
        }
        return new SweepFolder(folder, readGrid(folder.resolve(GRID)));
    }

    private static void make(final Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (final IOException e) {
            throw new InputException("cannot create the folder " + folder + ": " + IoReason.of(e));
        }
    }

    private static Grid readGrid(final Path file) throws IOException {
        try {
            final Grid grid = JSON.readValue(file.toFile(), Grid.class);
            if (grid != null) {
                return grid;
            }
        } catch (final JsonProcessingException e) {
            throw new InputException(file + " is not a sweep's grid" + why(e));
        }
        throw new InputException(file + " is not a sweep's grid: null");
    }

    private static String why(final JsonProcessingException e) {
        if (e.getCause() instanceof InputException) {
            return ": " + e.getCause().getMessage();
        }
        return e.getLocation() == null ? "" : ": line=" + e.getLocation().getLineNr();
    }

    /** Describes the first difference between two grids, as text for readers. */
    private static String difference(final Grid there, final Grid here) {
        final int sections = Math.min(there.sections().size(), here.sections().size());
        for (int i = 0; i < sections; i++) {
            final GridSection old = there.sections().get(i);
            final GridSection asked = here.sections().get(i);
            if (!old.equals(asked)) {
                return old.settings() + " there, " + asked.settings() + " requested";
            }
        }
        return there.sections().size() + " sections there, " + here.sections().size() + " requested";
    }

    /**
     * Returns the grid.
     *
     * @return the grid.
     */
    public Grid grid() {
        return grid;
    }

    /**
     * Returns a file to append to. It is the slice's file or, if processes run all points, a separate file for each
     * process.
     *
     * @param slice  the part of the grid.
     * @param claims this process's claims, which reserve the file until they are closed.
     * @return the file; the caller closes it.
     * @throws InputException if another process runs the slice.
     * @throws IOException    if the file cannot be opened.
     */
    PointLog log(final Slice slice, final Claims claims) throws IOException {
        final String name = "points-" + slice.index() + "-of-" + slice.count();
        if (claims.take(slice, 1) != null) {
            return open(name + ".jsonl");
        }
        for (int i = 2; slice.equals(Slice.ALL); i++) {
            if (claims.take(slice, i) != null) {
                return open(name + "-" + i + ".jsonl");
            }
        }
        throw new InputException("another process runs this slice and holds " + folder.resolve(name + ".jsonl"));
    }

    private PointLog open(final String name) throws IOException {
        final Path file = folder.resolve(name);
        try {
            return PointLog.open(file);
        } catch (final IOException e) {
            throw new IOException("cannot open " + file + ": " + IoReason.of(e), e);
        }
    }

    /** Returns the claims of the processes that share this folder. The caller closes them. */
    Claims claims() throws IOException {
        return new Claims(folder.resolve(CLAIMS));
    }

    /**
     * Formats a result as a line of a slice's file.
     *
     * @param point  the point.
     * @param result the point's result.
     * @return the line.
     */
    public static String line(final Point point, final JsonNode result) {
        final ObjectNode line = JSON.createObjectNode();
        line.put("point", point.number()).put("section", point.section());
        line.set("settings", JSON.valueToTree(point.settings()));
        line.set("result", result);
        return line.toString();
    }

    /**
     * Returns the results of all slices so far.
     *
     * @return the lines by point number.
     * @throws InputException if a line is not a result, or two results of a point differ.
     * @throws IOException    if the results cannot be read.
     */
    public SortedMap<Integer, ObjectNode> results() throws IOException {
        final SortedMap<Integer, ObjectNode> results = new TreeMap<>();
        for (final Path file : files()) {
            // text after the last line end is incomplete
            final String text = Files.readString(file, StandardCharsets.UTF_8);
            final String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            int number = 0;
            for (final String line : (Iterable<String>) whole.lines()::iterator) {
                number++;
                add(results, file + ", line " + number, line);
            }
        }
        return results;
    }

    /** Returns the result files of all processes. */
    List<Path> files() throws IOException {
        final List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "points-*.jsonl")) {
            for (final Path file : found) {
                if (Files.isRegularFile(file)) {
                    files.add(file);
                }
            }
        }
        Collections.sort(files);
        return files;
    }

    private void add(final SortedMap<Integer, ObjectNode> results, final String place, final String line) {
        final ObjectNode result = parsed(line);
        if (result == null) {
            throw new InputException(
                    place + ": not a result of this grid; delete the line and run the same command again to repeat its "
                            + "point");
        }
        final ObjectNode before = results.put(result.get("point").intValue(), result);
        if (before != null && !before.equals(result)) {
            throw new InputException(
                    place + ": it differs from an earlier line of the same point: " + "point=" + result.get("point"));
        }
    }

    /** Parses a line as JSON. Returns null if the line is not JSON or not a point of this grid. */
    private ObjectNode parsed(final String line) {
        try {
            final JsonNode node = JSON.readTree(line);
            final int number = node.path("point").asInt();
            if (number < 1 || number > points.size()) {
                return null;
            }
            final Point point = points.get(number - 1);
            return line.equals(line(point, node.path("result"))) ? (ObjectNode) node : null;
        } catch (final JsonProcessingException e) {
            return null;
        }
    }
}
