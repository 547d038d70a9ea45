// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.status.CountersManager;
import org.rpcrdma.arena.ArenaMetrics;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * Shows arenas to other processes: their figures as Agrona counters in a memory-mapped file, which
 * {@code rpcrdma stat} and {@link ArenaCountersSnapshot} read.
 *
 * <pre>{@code
 * try (ArenaCounters counters = new ArenaCounters(new ArenaCounters.Context())) {
 *     counters.add("client-7", arena.metrics());
 *     ... // every second or so, from a timer or a duty cycle of the program's:
 *     counters.update();
 * }
 * }</pre>
 *
 * <p>Nothing is counted twice: the arenas count as ever, and {@link #update()} copies their figures, and makes no
 * object. For the buffers that are in use it looks at each shard's bitmap and at each thread's and endpoint's cache,
 * so an arena of 65,536 shards costs it some 0.1 ms. Nobody calls it but the program, so figures are as old as its
 * last call.
 *
 * <p>An arena has counters of its own while there is room; those that come when there is none are summed up under the
 * name {@value #OTHERS}, until an arena that has counters is removed. The file has its full size, and its disk blocks,
 * from the beginning. It is deleted by {@link #close()}; one that was left behind by a process that died is replaced
 * by the next that wants its name. Thread-safe.
 */
public final class ArenaCounters implements AutoCloseable {
    /** Stands in labels for the arenas that have no counters of their own. */
    public static final String OTHERS = "others";

    /** The registration id of their counters; an arena has one of its own, from 1 up. */
    static final long OTHERS_ID = Long.MAX_VALUE;

    /** The type of the counter that says how many they are. */
    static final int OTHERS_TYPE = 100;

    static final String ARENAS_LABEL = "arenas";
    static final String SEPARATOR = ": ";

    private static final ArenaFigure[] FIGURES = ArenaFigure.values();
    private static final Pattern NAME = Pattern.compile("[!-~]{1,128}");

    private final Path file;
    private final EpochClock clock;
    private final CountersFile mapped;
    private final CountersManager counters;
    private final Map<ArenaMetrics, ShownArena> entries = new IdentityHashMap<>();
    private final List<ShownArena> own = new ArrayList<>();
    private final List<ShownArena> others = new ArrayList<>();
    private final int maxArenas;
    private final int[] otherIds;
    private final int othersId;
    private long lastId;
    private boolean closed;

    /**
     * Makes the file.
     *
     * @param context where, and for how many; concluded here.
     * @throws IOException              if the file cannot be made, as on a full disk; nothing is left of it then.
     * @throws IllegalStateException    if the file is in use, or this JVM keeps Agrona from native memory, naming the
     *                                  flag that is missing.
     * @throws IllegalArgumentException if a number is out of range.
     */
    public ArenaCounters(final Context context) throws IOException {
        AgronaAccess.check();
        context.conclude();
        file = context.file;
        clock = context.clock;
        maxArenas = context.maxArenas;
        try {
            if (file.equals(file(CountersOwner.ownPid()))) {
                CountersFolder.make();
            }
            mapped = CountersFile.create(file, 1 + (maxArenas + 1) * FIGURES.length, clock.time());
        } catch (final IOException e) {
            final String why = e instanceof FileSystemException ? e.toString() : e.getMessage();
            throw new IOException("cannot make counters: file=" + file + ": " + why, e);
        }
        counters = new CountersManager(mapped.metaData(), mapped.values(), StandardCharsets.US_ASCII);
        othersId = allocate(OTHERS, ARENAS_LABEL, OTHERS_TYPE, OTHERS_ID, 0);
        otherIds = new int[FIGURES.length];
        for (int i = 0; i < FIGURES.length; i++) {
            otherIds[i] = allocate(OTHERS, FIGURES[i].label(), FIGURES[i].typeId(), OTHERS_ID, 0);
        }
    }

    /**
     * Returns the default path of the file of a process: {@code rpcrdma-USER/rpcrdma-PID.counters} in the folder for
     * temporary files ({@code java.io.tmpdir}).
     *
     * @param pid the process.
     * @return the file, which need not be there.
     */
    public static Path file(final long pid) {
        return CountersFolder.file(pid);
    }

    /**
     * Shows an arena, as it is now.
     *
     * @param name    the prefix of its counters' names, 1 to 128 printable ASCII characters without a space: its id,
     * or
     *                whom it serves. Of several with one name, each has its counters.
     * @param metrics of the arena; kept until it is removed.
     * @throws IllegalArgumentException if the name has another form, or the arena is shown already.
     * @throws IllegalStateException    if this is closed, or the file was deleted or cut.
     */
    public synchronized void add(final String name, final ArenaMetrics metrics) {
        checkOpen();
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "arena name must be 1 to 128 printable ASCII characters without a space: name=" + name);
        }
        if (entries.containsKey(metrics)) {
            throw new IllegalArgumentException("arena is shown already: name=" + name);
        }
        final ShownArena entry = new ShownArena(name, metrics);
        entries.put(metrics, entry);
        if (own.size() < maxArenas) {
            show(entry);
        } else {
            entry.joins(others);
        }
    }

    /**
     * Shows an arena no more; its counters go to one of the others, if there are any. Does nothing if it is not
     * shown, this is closed, or the file was deleted or cut.
     *
     * @param metrics the arena's metrics.
     */
    public synchronized void remove(final ArenaMetrics metrics) {
        final ShownArena entry = closed || !mapped.isWhole() ? null : entries.remove(metrics);
        if (entry == null) {
            return;
        }
        if (entry.counterIds == null) {
            entry.leaves(others);
            return;
        }
        entry.leaves(own);
        for (final int id : entry.counterIds) {
            counters.free(id);
        }
        if (!others.isEmpty()) {
            final ShownArena next = others.get(others.size() - 1);
            next.leaves(others);
            show(next);
        }
    }

    private void show(final ShownArena entry) {
        final long registrationId = ++lastId;
        entry.counterIds = new int[FIGURES.length];
        for (int i = 0; i < FIGURES.length; i++) {
            final ArenaFigure figure = FIGURES[i];
            entry.counterIds[i] =
                    allocate(entry.name, figure.label(), figure.typeId(), registrationId, figure.of(entry.metrics));
        }
        entry.joins(own);
    }

    /**
     * Writes the present figures of all arenas that are shown. Makes no object.
     *
     * @throws IllegalStateException if this is closed, or the file was deleted or cut.
     */
    public synchronized void update() {
        checkOpen();
        for (int i = 0; i < own.size(); i++) {
            final ShownArena entry = own.get(i);
            for (int figure = 0; figure < FIGURES.length; figure++) {
                counters.setCounterValue(entry.counterIds[figure], FIGURES[figure].of(entry.metrics));
            }
        }
        updateOthers();
        mapped.updated(clock.time());
    }

    private void updateOthers() {
        counters.setCounterValue(othersId, others.size());
        for (int figure = 0; figure < FIGURES.length; figure++) {
            long sum = 0;
            for (int i = 0; i < others.size(); i++) {
                sum += FIGURES[figure].of(others.get(i).metrics);
            }
            counters.setCounterValue(otherIds[figure], sum);
        }
    }

    /**
     * Deletes the file. Does nothing if it was closed before.
     *
     * @throws IOException if the file cannot be deleted; it is not used any more either way.
     */
    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            mapped.close();
        }
    }

    /** Allocates a counter. The registration id is set last: a counter without one is not ready. */
    private int allocate(
            final String name, final String label, final int typeId, final long registrationId, final long value) {
        final int id = counters.allocate(name + SEPARATOR + label, typeId);
        counters.setCounterValue(id, value);
        counters.setCounterRegistrationId(id, registrationId);
        return id;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("counters are closed: file=" + file);
        }
        if (!mapped.isWhole()) {
            throw new IllegalStateException("counters file was deleted or cut, nobody sees the figures: file=" + file);
        }
    }

    /** The file of counters, and the number of arenas in it. Every setter returns this context. */
    public static final class Context {
        private static final int MAX_ARENAS = 4096;

        private Path file;
        private int maxArenas = 64;
        private EpochClock clock = SystemEpochClock.INSTANCE;

        /** Makes a context with the defaults. */
        public Context() {}

        /**
         * Sets the file.
         *
         * @param value a file in a folder that is there; {@link ArenaCounters#file(long)} of this process by default,
         *              whose folder is made.
         * @return this.
         */
        public Context file(final Path value) {
            file = value;
            return this;
        }

        /**
         * Sets how many arenas have counters of their own at once. Each takes 640 bytes for a figure, 6,400, of the
         * file.
         *
         * @param value 1 to 4,096; 64 by default.
         * @return this.
         */
        public Context maxArenas(final int value) {
            maxArenas = value;
            return this;
        }

        /**
         * Sets the clock that tells readers the age of the figures.
         *
         * @param value milliseconds since the epoch; the system's by default.
         * @return this.
         */
        public Context epochClock(final EpochClock value) {
            clock = value;
            return this;
        }

        /**
         * Checks the context, and sets missing values to their defaults.
         *
         * @return this.
         * @throws IllegalArgumentException if a number is out of range.
         */
        public Context conclude() {
            if (maxArenas < 1 || maxArenas > MAX_ARENAS) {
                throw new IllegalArgumentException(
                        "arenas are out of range: maxArenas=" + maxArenas + " limit=" + MAX_ARENAS);
            }
            if (file == null) {
                file = ArenaCounters.file(CountersOwner.ownPid());
            }
            return this;
        }
    }
}
