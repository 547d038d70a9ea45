// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.inspect.explain.CallTrace.Chunk;
import org.rpcrdma.inspect.explain.CallTrace.ChunkKind;
import org.rpcrdma.inspect.explain.CallTrace.Message;
import org.rpcrdma.inspect.explain.CallTrace.Transfer;

/** The rows in the picture of a call, ordered by time. */
final class CallRows {
    /** The maximum number of consecutive transfers to draw individually. A longer series is drawn as one row. */
    private static final int MOST_TRANSFERS = 4;

    private static final int MOST_ROWS = 24;

    private final CallTrace call;
    private final List<Row> rows = new ArrayList<>();

    /** The styles of arrows. */
    enum Form {
        /** A message or a request. */
        SEND,
        /** Data of an RDMA READ or WRITE. */
        DATA,
        /** Traffic that was not captured, or not captured completely. */
        UNKNOWN,
        /** An interval in which packets are missing. */
        MISSING
    }

    /**
     * A row of the picture.
     *
     * @param nanos        the time, in nanoseconds since the first frame; if unknown, the time of the preceding event.
     * @param isTimed      false if the time is unknown.
     * @param form         the style of the arrow.
     * @param colour       a colour of {@link org.rpcrdma.bench.plot.Svg}.
     * @param isFromCaller true if the arrow points from the caller to the responder.
     * @param label        the text at the arrow.
     * @param notes        the lines of text next to the arrow.
     */
    record Row(
            long nanos,
            boolean isTimed,
            Form form,
            String colour,
            boolean isFromCaller,
            String label,
            List<String> notes) {}

    private CallRows(final CallTrace call) {
        this.call = call;
    }

    static List<Row> of(final CallTrace call) {
        return new CallRows(call).all();
    }

    private List<Row> all() {
        add(call.call.nanos(), Form.SEND, "blue", true, "call: " + words(call.call), offers());
        groups().forEach(this::transfers);
        call.notes.forEach(this::note);
        if (call.reply != null) {
            add(
                    call.reply.nanos(),
                    Form.SEND,
                    call.reply.form().equals("RDMA_ERROR") ? "red" : "blue",
                    false,
                    "reply: " + words(call.reply),
                    returned());
        }
        // The call comes first. Rows with the same time as the reply precede it.
        rows.subList(1, rows.size()).sort(Comparator.comparingLong(Row::nanos));
        shorten();
        if (call.reply == null) {
            rows.add(new Row(latest(), false, Form.UNKNOWN, "", false, "reply: not in the capture", List.of()));
        }
        return rows;
    }

    private long latest() {
        return rows.get(rows.size() - 1).nanos;
    }

    /** Omits rows in the middle if the picture has too many. */
    private void shorten() {
        if (rows.size() <= MOST_ROWS) {
            return;
        }
        final List<Row> middle = rows.subList(MOST_ROWS / 2, rows.size() - MOST_ROWS / 2);
        final int count = middle.size();
        final long nanos = middle.get(0).nanos;
        middle.clear();
        rows.add(
                MOST_ROWS / 2,
                new Row(nanos, false, Form.MISSING, "", true, format("%,d more are omitted", count), List.of()));
    }

    private void add(
            final long nanos,
            final Form form,
            final String colour,
            final boolean isFromCaller,
            final String label,
            final List<String> notes) {
        rows.add(new Row(nanos, true, form, colour, isFromCaller, label, notes));
    }

    private static String words(final Message message) {
        return message.form() + (message.bytes() > 0 ? format(", %,d bytes inline", message.bytes()) : "");
    }

    private List<String> offers() {
        final List<String> notes = new ArrayList<>();
        for (final Chunk chunk : call.chunks) {
            notes.add(format(
                    "%s%s: %,d bytes",
                    chunk.kind, chunk.kind == ChunkKind.READ ? " at " + chunk.position : "", chunk.offered));
            if (chunk.segments > 1) {
                notes.add(format("in %,d segments", chunk.segments));
            }
        }
        return notes;
    }

    private List<String> returned() {
        final List<String> notes = new ArrayList<>();
        for (final Chunk chunk : call.chunks) {
            if (!chunk.kind.isRead()) {
                notes.add(format("%s: %,d of %,d bytes used", chunk.kind, chunk.used, chunk.offered));
            }
        }
        if (!call.reply.invalidated().isEmpty()) {
            notes.add("invalidates key " + call.reply.invalidated());
        }
        return notes;
    }

    /** Returns the groups of transfers that are drawn together, in the order in which they began. */
    private List<List<Transfer>> groups() {
        final List<Transfer> sorted = new ArrayList<>(call.transfers);
        sorted.sort(Comparator.comparingLong(transfer -> transfer.nanos));
        final List<List<Transfer>> groups = new ArrayList<>();
        for (final Transfer transfer : sorted) {
            final List<Transfer> last = groups.isEmpty() ? null : groups.get(groups.size() - 1);
            if (last == null
                    || sorted.size() <= MOST_TRANSFERS
                    || last.get(0).chunk != transfer.chunk
                    || isNoteBetween(last.get(last.size() - 1).nanos, transfer.nanos)) {
                groups.add(new ArrayList<>(List.of(transfer)));
            } else {
                last.add(transfer);
            }
        }
        return groups;
    }

    private boolean isNoteBetween(final long from, final long to) {
        return call.notes.stream().anyMatch(note -> note.nanos() >= from && note.nanos() < to);
    }

    private void transfers(final List<Transfer> group) {
        final Transfer first = group.get(0);
        final boolean isRead = first.chunk.kind.isRead();
        final long bytes = group.stream().mapToLong(transfer -> transfer.length).sum();
        final String name = (group.size() == 1 ? "RDMA " : format("%,d RDMA ", group.size()))
                + (isRead ? "READ" : "WRITE")
                + (group.size() == 1 ? "" : "s")
                + format(": %,d bytes", bytes);
        if (isRead) {
            add(first.nanos, Form.SEND, "purple", false, name, List.of("of the " + first.chunk.kind));
        }
        data(group, isRead, bytes, isRead ? format("%,d bytes", bytes) : name);
    }

    private void data(final List<Transfer> group, final boolean isRead, final long bytes, final String label) {
        final Transfer first = group.get(0);
        final long seen = group.stream().mapToLong(transfer -> transfer.seen).sum();
        final long latest =
                group.stream().mapToLong(transfer -> transfer.latestNanos).max().orElseThrow();
        final long frame =
                group.stream().mapToLong(transfer -> transfer.latestFrame).max().orElseThrow();
        final long again = group.stream().mapToLong(transfer -> transfer.again).sum();
        final List<String> notes = new ArrayList<>();
        if (!isRead) {
            notes.add("into the " + first.chunk.kind);
        }
        if (!isRead && latest > first.nanos && first.nanos >= call.call.nanos()) {
            notes.add("from +" + ExplainText.time(first.nanos - call.call.nanos()) + " on");
        }
        if (frame > first.frame) {
            notes.add(format("frames %d to %d", first.frame, frame));
        }
        if (again > 0) {
            notes.add(format("%,d packets sent again", again));
        }
        if (seen >= bytes) {
            add(latest, Form.DATA, isRead ? "purple" : "green", isRead, label, notes);
            return;
        }
        rows.add(new Row(
                latest,
                seen > 0,
                Form.UNKNOWN,
                "",
                isRead,
                seen == 0
                        ? format("%,d bytes: not in the capture", bytes)
                        : format("%,d of %,d bytes in the capture", seen, bytes),
                notes));
    }

    private void note(final CallTrace.Note note) {
        final String message = note.isOfCall() ? "call" : "reply";
        switch (note.kind()) {
            case MISSING ->
                rows.add(new Row(
                        note.nanos(),
                        false,
                        Form.MISSING,
                        "",
                        true,
                        "not known: packets are missing in the capture",
                        List.of()));
            case AGAIN -> add(note.nanos(), Form.SEND, "blue", note.isOfCall(), message + " sent again", List.of());
            case REFUSED ->
                add(
                        note.nanos(),
                        Form.SEND,
                        "red",
                        !note.isOfCall(),
                        "RNR NAK: no Receive posted for the " + message,
                        List.of(
                                "demands a wait of "
                                        + ExplainText.time(note.refused().timer()),
                                format("%,d RNR NAKs for it", note.refused().naks())));
        }
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
