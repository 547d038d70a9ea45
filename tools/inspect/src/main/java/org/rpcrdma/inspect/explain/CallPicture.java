// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.plot.Svg;
import org.rpcrdma.bench.plot.Svg.Anchor;

/**
 * Draws a call as a vertical time line: the messages between both sides, with a time scale on the left.
 *
 * <pre>
 *   scale   times    client              server
 *    |-------- 0        |---- call --------->|
 *    |\                 |<--- RDMA READ -----|
 *    | `----- +40 us    |==== bytes ========>|
 *    |------- +90 us    |<--- reply ---------|
 * </pre>
 *
 * <p>Anything that was not captured is grey and dashed, with a note.
 */
final class CallPicture {
    private static final int WIDTH = 940;
    private static final int SCALE = 74;
    private static final int TIMES = 130;
    private static final int CALLER = 250;
    private static final int RESPONDER = 650;
    private static final int NOTES = RESPONDER + 14;
    private static final int HEAD = 150;
    private static final int STEP = 42;
    private static final int LINE = 16;
    private static final int FOOT = 40;
    private static final int MOST_TICKS = 6;

    private final CallSample.Typical typical;
    private final CallTrace call;
    private final List<CallRows.Row> rows;
    private final int[] places;
    private final long total;
    private final int bottom;

    CallPicture(final CallSample.Typical typical) {
        this.typical = typical;
        call = typical.call();
        rows = CallRows.of(call);
        places = new int[rows.size()];
        int next = HEAD;
        long latest = 0;
        for (int i = 0; i < places.length; i++) {
            places[i] = next;
            next += Math.max(STEP, LINE * rows.get(i).notes().size() + 10);
            latest = Math.max(latest, rows.get(i).nanos() - call.call.nanos());
        }
        total = latest;
        bottom = next;
    }

    /** Returns the picture as SVG. */
    String svg(final String capture) {
        final Svg svg = new Svg(WIDTH, bottom + FOOT, title());
        svg.text("title strong", 12, 28, Anchor.START, title());
        svg.text("faint", 12, 50, Anchor.START, place(capture));
        svg.text("faint", 12, 70, Anchor.START, choice());
        side(svg, CALLER, call.isReverse ? "server " : "client ", call.call.source());
        side(svg, RESPONDER, call.isReverse ? "client " : "server ", call.call.destination());
        scale(svg);
        for (int i = 0; i < places.length; i++) {
            row(svg, rows.get(i), places[i]);
        }
        svg.text(
                "small faint",
                12,
                bottom + FOOT - 14,
                Anchor.START,
                "Times since the call, as captured. The bar at the left is to scale: purple RDMA READ, green RDMA"
                        + " WRITE.");
        return svg.file();
    }

    private String title() {
        return call.name
                + (call.reply == null
                        ? ": no reply in the capture"
                        : ": " + ExplainText.time(call.serviceNanos()) + " from call to reply");
    }

    private String place(final String capture) {
        return format(
                "%s, connection %d, xid %08x, %s",
                capture.equals("-") ? "standard input" : Path.of(capture).getFileName(),
                call.connection,
                call.xid,
                call.reply == null
                        ? "frame " + call.call.frame()
                        : "frames " + call.call.frame() + " to " + call.reply.frame());
    }

    private String choice() {
        return typical.number() == 1
                ? "the only selected call of its kind: " + typical.form()
                : format("median time of %,d calls: %s", typical.number(), typical.form());
    }

    private void side(final Svg svg, final int x, final String name, final String address) {
        svg.text("strong", x, HEAD - 42, Anchor.MIDDLE, name + address);
        int from = HEAD - 34;
        for (int i = 0; i < places.length; i++) {
            if (rows.get(i).form() == CallRows.Form.MISSING) {
                svg.line("grid wide", x, from, x, places[i] - STEP / 2.0);
                svg.line("dashed", x, places[i] - STEP / 2.0, x, places[i] + STEP / 4.0);
                from = places[i] + STEP / 4;
            }
        }
        svg.line("grid wide", x, from, x, bottom - STEP / 2.0);
    }

    private void scale(final Svg svg) {
        if (total <= 0) {
            return;
        }
        svg.line("line", SCALE, scaled(0), SCALE, scaled(total));
        final long step = step();
        for (long tick = 0; tick <= total; tick += step) {
            svg.line("line", SCALE - 4, scaled(tick), SCALE, scaled(tick));
            svg.text("small faint", SCALE - 8, scaled(tick) + 4, Anchor.END, tick(tick, step));
        }
        for (final CallTrace.Transfer transfer : call.transfers) {
            final boolean isRead = transfer.chunk.kind.isRead();
            final double from = scaled(transfer.nanos - call.call.nanos());
            final double to = scaled(transfer.latestNanos - call.call.nanos());
            svg.rectangle(isRead ? "purple" : "green", SCALE + (isRead ? 3 : 10), from, 6, Math.max(1, to - from));
        }
        for (int i = 0; i < places.length; i++) {
            final long nanos = rows.get(i).nanos() - call.call.nanos();
            if (rows.get(i).form() != CallRows.Form.MISSING
                    && nanos >= 0
                    && rows.get(i).isTimed()) {
                svg.line("grid", SCALE + 18, scaled(nanos), TIMES - 8, places[i]);
            }
        }
    }

    /** Returns a time's position on the scale; the time is relative to the call. */
    private double scaled(final long nanos) {
        final int first = places[0];
        final int last = places[places.length - 1];
        return first + (double) Math.max(0, Math.min(nanos, total)) / total * Math.max(last - first, 1);
    }

    /** Returns the interval between two ticks: 1, 2 or 5 times a power of ten. */
    private long step() {
        long unit = 1;
        while (true) {
            for (final int factor : new int[] {1, 2, 5}) {
                if (total / (unit * factor) < MOST_TICKS) {
                    return unit * factor;
                }
            }
            unit *= 10;
        }
    }

    private static String tick(final long nanos, final long step) {
        final int digits = step < 1_000_000 ? 3 : step < 1_000_000_000 ? 6 : 9;
        return BigDecimal.valueOf(nanos, digits).stripTrailingZeros().toPlainString()
                + (digits == 3 ? " us" : digits == 6 ? " ms" : " s");
    }

    private void row(final Svg svg, final CallRows.Row row, final int y) {
        final double middle = (CALLER + RESPONDER) / 2.0;
        svg.text("small", TIMES, y + 4, Anchor.START, time(row));
        if (row.form() == CallRows.Form.MISSING) {
            svg.rectangle("grey", CALLER + 10, y - LINE, RESPONDER - CALLER - 20, LINE + 6);
        }
        svg.text("", middle, y - (row.form() == CallRows.Form.DATA ? 9 : 5), Anchor.MIDDLE, row.label());
        arrow(svg, row, y);
        for (int i = 0; i < row.notes().size(); i++) {
            svg.text(
                    "small faint",
                    NOTES,
                    y + 4 + i * LINE,
                    Anchor.START,
                    row.notes().get(i));
        }
    }

    private String time(final CallRows.Row row) {
        if (!row.isTimed() || row.nanos() < call.call.nanos()) {
            return "unknown";
        }
        final long nanos = row.nanos() - call.call.nanos();
        return nanos == 0 ? "0" : "+" + ExplainText.time(nanos);
    }

    private static void arrow(final Svg svg, final CallRows.Row row, final int y) {
        final int from = row.isFromCaller() ? CALLER : RESPONDER;
        final int to = row.isFromCaller() ? RESPONDER : CALLER;
        final int back = row.isFromCaller() ? -12 : 12;
        switch (row.form()) {
            case SEND -> {
                svg.line("wide line-" + row.colour(), from, y, to + back, y);
                svg.polygon(row.colour(), to, y, to + back, y - 5, to + back, y + 5);
            }
            case DATA -> {
                svg.rectangle(row.colour(), Math.min(from, to + back), y - 4, RESPONDER - CALLER - 12, 8);
                svg.polygon(row.colour(), to, y, to + back, y - 9, to + back, y + 9);
            }
            case UNKNOWN -> {
                svg.line("dashed", from, y, to + back, y);
                svg.polygon("faint", to, y, to + back, y - 5, to + back, y + 5);
            }
            case MISSING -> {
                // Draw nothing, because no transfer is known in either direction.
            }
        }
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
