// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * A copy of the {@link ArenaCounters} of another process, or of this one. Taking it never holds
 * the other up. Nothing in the file is trusted.
 *
 * <p>The figures of one arena need not be of one moment. Immutable.
 */
public final class ArenaCountersSnapshot {
    private final Path file;
    private final CountersLayout layout;
    private final UnsafeBuffer metaData;
    private final CountersReader counters;
    /**
     * The values as they were before the rest was copied: if a registration id has changed, the counter was taken
     * over.
     */
    private final UnsafeBuffer before;

    private final List<ArenaReading> arenas;

    private ArenaCountersSnapshot(final Path file, final byte[] values, final byte[] whole) {
        this.file = file;
        layout = new CountersLayout(new UnsafeBuffer(whole));
        layout.check(file);
        metaData = layout.metaData();
        counters = new CountersReader(metaData, layout.values());
        final int valuesLength = layout.values().capacity();
        before = new UnsafeBuffer(values, whole.length - valuesLength, valuesLength);
        arenas = readArenas();
    }

    /** Takes counters, in the order of their ids. */
    @FunctionalInterface
    public interface CounterConsumer {
        /**
         * Takes a counter.
         *
         * @param counterId its place in the file.
         * @param label     the names of the arena and of the figure, {@code ARENA: FIGURE}.
         * @param value     its value.
         */
        void accept(int counterId, String label, long value);
    }

    /**
     * Reads a file.
     *
     * @param file the file.
     * @return its present contents.
     * @throws IOException              if it cannot be read; a {@link java.nio.file.NoSuchFileException} if it is not
     *                                  there.
     * @throws IllegalArgumentException if it is no counters file, of another version, not whole, or has contents that
     *                                  no {@link ArenaCounters} writes.
     * @throws IllegalStateException    if this JVM keeps Agrona from native memory, naming the flag that is missing.
     */
    public static ArenaCountersSnapshot read(final Path file) throws IOException {
        AgronaAccess.check();
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException("not a regular file: file=" + file);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final long length = channel.size();
            CountersLayout.checkLength(file, length);
            return new ArenaCountersSnapshot(file, bytes(file, channel, length), bytes(file, channel, length));
        }
    }

    private static byte[] bytes(final Path file, final FileChannel channel, final long length) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate((int) length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, bytes.position()) < 0) {
                throw new IllegalArgumentException("counters file was cut while it was read: file=" + file);
            }
        }
        return bytes.array();
    }

    /**
     * Returns the process that writes the file.
     *
     * @return its id.
     */
    public long pid() {
        return layout.pid();
    }

    /**
     * When the process began.
     *
     * @return milliseconds since the epoch; 0 if its platform does not tell.
     */
    public long startedMillis() {
        return layout.startedMillis();
    }

    /**
     * When the figures were last written.
     *
     * @return milliseconds since the epoch.
     */
    public long updatedMillis() {
        return layout.updatedMillis();
    }

    /**
     * Returns true if the process runs now. If not, it died without closing its counters, and the figures are its
     * last.
     *
     * @return false if no process has its id, or only one that began after the figures were last written.
     */
    public boolean isAlive() {
        return !CountersOwner.isGone(pid(), updatedMillis());
    }

    /**
     * Returns the arenas that are shown, in the order in which they were added; those that are summed up last, if
     * there are any.
     *
     * @return a list that does not change.
     */
    public List<ArenaReading> arenas() {
        return arenas;
    }

    private List<ArenaReading> readArenas() {
        final Map<Long, ArenaReading> found = new TreeMap<>();
        final long[] others = new long[1];
        forEach((id, label, value) -> {
            final int type = counters.getCounterTypeId(id);
            final ArenaFigure figure = ArenaFigure.ofType(type);
            if (type == ArenaCounters.OTHERS_TYPE) {
                others[0] = value;
            } else if (figure != null) {
                final String name = name(id, label, figure);
                found.computeIfAbsent(
                                counters.getCounterRegistrationId(id),
                                key -> new ArenaReading(key, name, 1, new EnumMap<>(ArenaFigure.class)))
                        .figures()
                        .put(figure, value);
            }
        });
        final List<ArenaReading> list = new ArrayList<>();
        for (final ArenaReading arena : found.values()) {
            final long count = arena.id() == ArenaCounters.OTHERS_ID ? others[0] : 1;
            if (count > 0) {
                list.add(new ArenaReading(
                        arena.id(), arena.name(), count, Collections.unmodifiableMap(arena.figures())));
            }
        }
        return Collections.unmodifiableList(list);
    }

    /**
     * Hands out every counter, but for one that another arena took over meanwhile.
     *
     * @param consumer takes them.
     */
    public void forEach(final CounterConsumer consumer) {
        for (int id = 0; id <= counters.maxCounterId(); id++) {
            final int state = counters.getCounterState(id);
            if (state == CountersReader.RECORD_UNUSED) {
                return;
            }
            if (state == CountersReader.RECORD_ALLOCATED) {
                if (isReady(id)) {
                    consumer.accept(id, label(id), counters.getCounterValue(id));
                }
            } else if (state != CountersReader.RECORD_RECLAIMED) {
                throw malformed(id, "state=" + state);
            }
        }
    }

    private boolean isReady(final int id) {
        final long registrationId = counters.getCounterRegistrationId(id);
        return registrationId != CountersReader.DEFAULT_REGISTRATION_ID
                && registrationId
                        == before.getLong(CountersReader.counterOffset(id) + CountersReader.REGISTRATION_ID_OFFSET);
    }

    private String label(final int id) {
        final int offset = CountersReader.metaDataOffset(id) + CountersReader.LABEL_OFFSET;
        final int length = metaData.getInt(offset);
        if (length < 0 || length > CountersReader.MAX_LABEL_LENGTH) {
            throw malformed(id, "labelLength=" + length + " limit=" + CountersReader.MAX_LABEL_LENGTH);
        }
        final String label = metaData.getStringWithoutLengthAscii(offset + Integer.BYTES, length);
        if (label.chars().anyMatch(character -> character < ' ' || character > '~')) {
            throw malformed(id, "label is not printable");
        }
        return label;
    }

    private String name(final int id, final String label, final ArenaFigure figure) {
        final String end = ArenaCounters.SEPARATOR + figure.label();
        if (!label.endsWith(end)) {
            throw malformed(id, "label=" + label + " type=" + figure.typeId());
        }
        return label.substring(0, label.length() - end.length());
    }

    private IllegalArgumentException malformed(final int id, final String what) {
        return new IllegalArgumentException("counters file is malformed: file=" + file + " counter=" + id + " " + what);
    }
}
