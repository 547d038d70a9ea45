// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.rpcrdma.arena.ArenaMetrics;
import org.rpcrdma.arena.counters.ArenaCounters;

/**
 * Shows a job's arenas to {@code rpcrdma stat}, as long as it runs. If they cannot be shown, one line says so and
 * the job goes on.
 */
public final class ShownArenas implements AutoCloseable {
    /** Shows nothing. */
    public static final ShownArenas NONE = new ShownArenas(null, null);

    /** With more arenas figures are written less often, so that it takes no more of the job's time. */
    private static final int ARENAS_AT_ONCE = 256;

    /** Null if nothing is shown, or no more. */
    private ArenaCounters counters;

    private final PrintWriter err;
    private int arenas;
    private int calls;

    private ShownArenas(final ArenaCounters counters, final PrintWriter err) {
        this.counters = counters;
        this.err = err;
    }

    /** Returns the arenas of this JVM, shown in the folder in which {@code rpcrdma stat} looks. */
    public static ShownArenas ofThisJvm(final PrintWriter err) {
        return open(ArenaCounters.file(ProcessHandle.current().pid()), err);
    }

    /** Begins to show the arenas that are added. The file goes with this JVM too, should that be stopped. */
    static ShownArenas open(final Path file, final PrintWriter err) {
        try {
            final ArenaCounters counters = new ArenaCounters(new ArenaCounters.Context().file(file));
            file.toFile().deleteOnExit();
            return new ShownArenas(counters, err);
        } catch (final IOException | IllegalStateException e) {
            warn(err, e);
            return new ShownArenas(null, err);
        }
    }

    public void add(final String name, final ArenaMetrics arena) {
        if (counters != null) {
            write(() -> counters.add(name, arena));
            arenas++;
        }
    }

    public void remove(final ArenaMetrics arena) {
        if (counters != null) {
            counters.remove(arena);
            arenas--;
        }
    }

    /** Writes the present figures; to be called now and then. */
    public void update() {
        if (counters != null && ++calls > arenas / ARENAS_AT_ONCE) {
            calls = 0;
            write(counters::update);
        }
    }

    /** Ends the display if the file was deleted or cut. */
    private void write(final Runnable figures) {
        try {
            figures.run();
        } catch (final IllegalStateException e) {
            warn(err, e);
            close();
            counters = null;
        }
    }

    @Override
    public void close() {
        if (counters != null) {
            try {
                counters.close();
            } catch (final IOException e) {
                warn(err, e);
            }
        }
    }

    private static void warn(final PrintWriter err, final Exception e) {
        err.println("rpcrdma: arenas are not shown to rpcrdma stat: "
                + e.getMessage().lines().findFirst().orElse(""));
        err.flush();
    }
}
