// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.TextTable;
import org.rpcrdma.bench.console.WrappedText;

/** Prints an explanation as text, one screen per connection. */
public record ExplainText(PrintWriter out) {
    private static final int MOST_PROCEDURES = 20;
    private static final int MOST_FINDINGS = 10;
    private static final String INDENT = "  ";

    /** Prints all connections, followed by the information about the whole capture. */
    public void print(final Explanation all) {
        for (final ConnectionReport connection : all.listed()) {
            print(connection);
            out.println();
        }
        for (final Explanation.Rejection rejection : all.rejections()) {
            line(
                    "rejected: a connection of %s by %s, reason %d, frame %d",
                    rejection.destination(), rejection.source(), rejection.reason(), rejection.frame());
        }
        sharedQueues(all);
        if (all.unlistedMessages() > 0) {
            line(
                    "not listed: %,d messages of further connections; at most %,d connections are listed",
                    all.unlistedMessages(), Explainer.MOST_CONNECTIONS);
        }
        line(
                "%,d frames, %,d bytes; %,d messages; %,d connections, %,d of them without RPC-over-RDMA; %,d packets"
                        + " retransmitted",
                all.frames(),
                all.bytes(),
                all.messages(),
                all.connections(),
                all.otherConnections(),
                all.retransmittedPackets());
    }

    private void print(final ConnectionReport it) {
        final int port = it.negotiated() == null ? -1 : it.negotiated().port();
        line("connection %d: %s -> %s%s", it.connection(), it.client(), it.server(), port < 0 ? "" : " port " + port);
        item(
                "when",
                "%s, %.6f s to %.6f s, frames %d to %d%s",
                it.begun(),
                it.from(),
                it.to(),
                it.firstFrame(),
                it.lastFrame(),
                it.whole() ? "" : "; packets are missing in the capture");
        negotiated(it);
        flow("credits", it.calls());
        if (it.reverseCalls() != null) {
            flow("reverse calls", it.reverseCalls());
        }
        procedures(it);
        data(it);
        wire(it);
        item(
                "end",
                "%s",
                it.end() == null
                        ? "open when the capture ends"
                        : it.end().reason() + " of " + it.end().source() + ", frame "
                                + it.end().frame());
        findings(it);
        slowest(it);
    }

    private void negotiated(final ConnectionReport it) {
        final Negotiated terms = it.negotiated();
        if (terms == null) {
            item("negotiated", "set-up is not in the capture");
            return;
        }
        item(
                "negotiated",
                "inline up to %,d bytes to the server, %,d to the client; remote invalidation: client %s,"
                        + " server %s; set-up in frame %d",
                terms.clientToServer(),
                terms.serverToClient(),
                takes(terms.client()),
                takes(terms.server()),
                terms.frame());
        item("private data", "client: %s; server: %s", words(terms.client()), words(terms.server()));
    }

    private static String takes(final Negotiated.PrivateData data) {
        return data != null && data.remoteInvalidation() ? "yes" : "no";
    }

    private static String words(final Negotiated.PrivateData data) {
        return data == null
                ? "none"
                : format(
                        "version 1, sends %,d, receives %,d, R=%d",
                        data.sendSize(), data.receiveSize(), data.remoteInvalidation() ? 1 : 0);
    }

    private void flow(final String label, final Flow.Summary flow) {
        final String granted = flow.leastGranted() < 0
                ? "granted nothing"
                : flow.leastGranted() == flow.mostGranted()
                        ? format("granted %,d", flow.mostGranted())
                        : format("granted %,d to %,d", flow.leastGranted(), flow.mostGranted());
        item(
                label,
                "%,d calls, %,d answered%s%s; asked %,d, %s, in flight at most %,d%s%s",
                flow.calls(),
                flow.answered(),
                flow.failed() == 0 ? "" : format(", %,d unsuccessful", flow.failed()),
                flow.errors() == 0 ? "" : format(", %,d by RDMA_ERROR", flow.errors()),
                Math.max(0, flow.asked()),
                granted,
                flow.mostInFlight(),
                flow.mostGranted() <= 0 ? "" : format(" (%.0f %%)", 100.0 * flow.mostInFlight() / flow.mostGranted()),
                flow.atLimit() == 0 ? "" : format("; %,d calls used the last credit", flow.atLimit()));
    }

    private void procedures(final ConnectionReport it) {
        final TextTable table = new TextTable();
        table.row(INDENT + "service time", List.of("calls", "p50", "p99", "worst", "in frame"));
        long left = it.unlistedCalls();
        int rows = 0;
        for (final ConnectionReport.Service row : it.procedures()) {
            final Latency.Summary times = row.serviceNanos();
            if (rows++ >= MOST_PROCEDURES) {
                left += times.count();
                continue;
            }
            table.row(
                    INDENT + INDENT + row.program() + " " + row.procedure() + (row.reverse() ? " (reverse)" : ""),
                    cells(times));
        }
        if (left > 0) {
            table.row(INDENT + INDENT + "of other procedures", List.of(format("%,d", left)));
        }
        table.print(out);
    }

    private static List<String> cells(final Latency.Summary times) {
        return List.of(
                format("%,d", times.count()),
                time(times.p50()),
                time(times.p99()),
                time(times.worst()),
                times.frame() == 0 ? "" : Long.toString(times.frame()));
    }

    private void data(final ConnectionReport it) {
        final DataPath.Sums data = it.data();
        final TextTable table = new TextTable();
        table.row(INDENT + "data", List.of("messages", "chunks", "segments", "bytes", "used by", "bytes used"));
        row(table, "inline, calls", data.inlineCalls(), false);
        row(table, "inline, replies", data.inlineReplies(), false);
        row(table, "Read chunks", data.readChunks(), false);
        row(table, "Position-Zero Read chunks", data.positionZero(), false);
        row(table, "Write chunks", data.writeChunks(), true);
        row(table, "Reply chunks", data.replyChunks(), true);
        table.print(out);
    }

    private static void row(
            final TextTable table, final String label, final DataPath.Sum sum, final boolean isReturned) {
        if (sum.messages() == 0 && sum.usedMessages() == 0) {
            return;
        }
        final List<String> cells = new ArrayList<>();
        for (final long number : new long[] {sum.messages(), sum.chunks(), sum.segments(), sum.bytes()}) {
            cells.add(number == 0 ? "" : format("%,d", number));
        }
        if (isReturned) {
            cells.add(format("%,d", sum.usedMessages()));
            cells.add(format("%,d", sum.usedBytes()));
        }
        table.row(INDENT + INDENT + label, cells);
    }

    private void wire(final ConnectionReport it) {
        final DataPath.Sums data = it.data();
        final long segments = data.readChunks().segments()
                + data.positionZero().segments()
                + data.writeChunks().segments()
                + data.replyChunks().segments();
        item(
                "registrations",
                segments == 0 ? "none" : "%,d segments, at most %,d concurrently; %,d keys invalidated by the peer",
                segments,
                it.calls().mostSegments(),
                it.invalidations());
        if (it.repeated() == null) {
            return;
        }
        final ReadTrips.Summary reads = it.rdmaReads();
        if (reads.requests() > 0) {
            item(
                    "RDMA READs",
                    "%,d of %,d bytes; round trip %s",
                    reads.requests(),
                    reads.bytes(),
                    roundTrip(reads.roundTrip()));
        }
        if (it.rdmaWrites().count() > 0) {
            item(
                    "RDMA WRITEs",
                    "%,d of %,d bytes",
                    it.rdmaWrites().count(),
                    it.rdmaWrites().bytes());
        }
        final ConnectionReport.Repeated again = it.repeated();
        item(
                "sent again",
                again.equals(ConnectionReport.Repeated.NONE)
                        ? "nothing"
                        : "%,d Sends, %,d packets of READs and WRITEs; %,d sequence NAKs, %,d RNR NAKs",
                again.sends(),
                again.packets(),
                again.sequenceNaks(),
                again.notReadyNaks());
        it.notReady().forEach(this::notReady);
    }

    private void notReady(final NotReady.Summary it) {
        final Latency.Summary waits = it.waitNanos();
        item(
                "not ready",
                "%s %s: %,d RNR NAKs of %,d Sends%s, timer %s; %s%s%s; likely %s",
                it.side(),
                it.address(),
                it.naks(),
                it.sends(),
                it.transfers() == 0 ? "" : format(", %,d READs and WRITEs", it.transfers()),
                time(it.timerNanos()),
                waits.count() == 0
                        ? "none was retransmitted"
                        : format(
                                "waits p50 %s, worst %s in frame %d, %s in all",
                                time(waits.p50()), time(waits.worst()), waits.frame(), time(it.waitedNanos())),
                it.notRepeated() == 0 || waits.count() == 0
                        ? ""
                        : format("; %,d were not retransmitted", it.notRepeated()),
                it.sends() == 0 || it.side().equals("client")
                        ? ""
                        : format(
                                "; %,d calls in flight, %s granted",
                                it.inFlight(), it.granted() < 0 ? "nothing" : format("%,d", it.granted())),
                it.cause());
    }

    /** Explains refusals on several connections to one server. These connections may share a receive queue. */
    private void sharedQueues(final Explanation all) {
        final Map<String, List<NotReady.Summary>> servers = all.listed().stream()
                .flatMap(connection -> connection.notReady().stream())
                .filter(it -> it.side().equals("server") && it.sends() > 0)
                .collect(Collectors.groupingBy(NotReady.Summary::address, TreeMap::new, Collectors.toList()));
        servers.forEach((address, connections) -> {
            if (connections.size() > 1) {
                line(
                        "not ready: %s refused Sends on %,d connections, with %,d calls in flight; a shared receive"
                                + " queue needs at least this number of Receives",
                        address,
                        connections.size(),
                        connections.stream()
                                .mapToLong(NotReady.Summary::inFlight)
                                .sum());
            }
        });
    }

    private static String roundTrip(final Latency.Summary trip) {
        return trip.frame() == 0
                ? "not known (" + (trip.count() == 0 ? "no answer is complete in the capture)" : "answers are cut)")
                : format(
                        "p50 %s, p99 %s, worst %s in frame %d",
                        time(trip.p50()), time(trip.p99()), time(trip.worst()), trip.frame());
    }

    private void findings(final ConnectionReport it) {
        if (it.findings().isEmpty()) {
            item("lint", "no findings%s", it.whole() ? "" : " of the rules that a capture with gaps allows");
            return;
        }
        it.findings().stream()
                .limit(MOST_FINDINGS)
                .forEach(finding -> item(
                        "lint",
                        "%s%s, %,d times, first in frame %d: %s",
                        finding.severity().equals("warning") ? "warning: " : "",
                        finding.rule(),
                        finding.count(),
                        finding.firstFrame(),
                        finding.seen()));
        if (it.findings().size() > MOST_FINDINGS) {
            item("lint", "%d more rules", it.findings().size() - MOST_FINDINGS);
        }
    }

    private void slowest(final ConnectionReport it) {
        if (it.slowest().isEmpty()) {
            return;
        }
        final TextTable table = new TextTable();
        table.row(INDENT + "slowest calls", List.of("time", "xid", "call", "reply"));
        for (final SlowCalls.SlowCall call : it.slowest()) {
            table.row(
                    INDENT + INDENT + call.program() + " " + call.procedure(),
                    List.of(
                            time(call.serviceNanos()),
                            call.xid(),
                            Long.toString(call.callFrame()),
                            Long.toString(call.replyFrame())));
        }
        table.print(out);
    }

    /** Formats a time in a suitable unit, or as "unknown". */
    static String time(final long nanos) {
        if (nanos < 0) {
            return "unknown";
        }
        if (nanos < 1_000_000) {
            return format("%.1f us", nanos / 1e3);
        }
        return nanos < 1_000_000_000 ? format("%.2f ms", nanos / 1e6) : format("%.3f s", nanos / 1e9);
    }

    private void item(final String label, final String format, final Object... values) {
        WrappedText.print(out, INDENT, String.format(Locale.ROOT, "%-14s", label) + format(format, values));
    }

    private void line(final String format, final Object... values) {
        WrappedText.print(out, "", format(format, values));
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
