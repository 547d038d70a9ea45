// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.rpcrdma.arena.counters.ArenaCounters;
import org.rpcrdma.arena.counters.ArenaCountersSnapshot;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.IoReason;

/** The counters files of this machine, and their contents. */
public final class CountersFiles {
    private CountersFiles() {}

    /** One file's. */
    public static ArenaCountersSnapshot read(final Path file) throws IOException {
        try {
            return ArenaCountersSnapshot.read(file);
        } catch (final NoSuchFileException e) {
            throw new InputException("no such counters file: " + file);
        } catch (final IllegalArgumentException e) {
            throw new InputException(e.getMessage());
        } catch (final IOException e) {
            throw new IOException("cannot read counters: " + IoReason.line(e), e);
        }
    }

    /**
     * Returns those of all processes of this user that run.
     *
     * @param unreadable takes a line for each file that is not whole or no counters file.
     * @throws IllegalStateException if there is none.
     */
    public static List<ArenaCountersSnapshot> readAll(final Consumer<String> unreadable) throws IOException {
        final List<ArenaCountersSnapshot> found = new ArrayList<>();
        for (final Path file : files()) {
            try {
                found.add(ArenaCountersSnapshot.read(file));
            } catch (final NoSuchFileException e) {
                // Its process ended meanwhile.
            } catch (final IllegalArgumentException e) {
                unreadable.accept(e.getMessage());
            }
        }
        found.sort(Comparator.comparingLong(ArenaCountersSnapshot::pid));
        final List<ArenaCountersSnapshot> alive =
                found.stream().filter(ArenaCountersSnapshot::isAlive).toList();
        if (alive.isEmpty()) {
            throw new IllegalStateException("no process of this user shows arenas: folder=" + folder() + died(found));
        }
        return alive;
    }

    private static String died(final List<ArenaCountersSnapshot> dead) {
        return dead.isEmpty()
                ? ""
                : " died="
                        + dead.stream()
                                .map(snapshot -> Long.toString(snapshot.pid()))
                                .collect(Collectors.joining(","));
    }

    private static List<Path> files() throws IOException {
        final List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder(), "*.counters")) {
            stream.forEach(files::add);
        } catch (final NoSuchFileException e) {
            return files;
        }
        return files;
    }

    private static Path folder() {
        return ArenaCounters.file(0).getParent();
    }
}
