// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.capture.CapturedConnect;
import org.rpcrdma.capture.CapturedEnd;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.inspect.decode.DecodedMessage;
import org.rpcrdma.inspect.lint.Finding;
import org.rpcrdma.inspect.lint.LintRule;
import org.rpcrdma.inspect.lint.RefusedRequests;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Collects the summary of one connection. */
final class ConnectionSummary {
    /** The name for a program or procedure that was not captured. */
    static final String UNKNOWN = "unknown";

    /**
     * The maximum number of procedures that are looked up by number, which avoids building their names. Several numbers
     * may share a name.
     */
    private static final int MOST_NUMBERS = 256;

    private static final long BILLION = 1_000_000_000;

    private final int number;
    private final Budget procedures;
    private final Flow[] flows = {new Flow(), new Flow()};
    private final Map<Procedure, Latency> services = new HashMap<>();
    private final Map<Numbers, Latency> servicesByNumbers = new HashMap<>();
    private final DataPath data = new DataPath();
    private final ReadTrips reads = new ReadTrips();
    private final SlowCalls slowest;
    private final Map<LintRule, FindingReport> findings = new EnumMap<>(LintRule.class);
    private final String[] addresses = {"", ""};
    private final Negotiated negotiated;
    private CapturedEnd disconnect;
    private Failure failure;
    private long messages;
    private long selected;
    private long otherMessages;
    private long firstFrame;
    private long lastFrame;
    private long firstNanos;
    private long lastNanos;
    private long firstTimestamp;
    private int clientSide;
    private boolean isDamaged;
    private long unlistedCalls;
    private long writes;
    private long writtenBytes;
    private long invalidations;
    private long retransmittedSends;
    private long retransmittedPackets;
    private long sequenceNaks;
    /** The requests that each side refused because it was not ready. */
    private final NotReady[] notReady = {new NotReady(), new NotReady()};

    /** The number of rows that all connections together may still add. */
    static final class Budget {
        private int left;

        Budget(final int most) {
            left = most;
        }

        private boolean take() {
            return left > 0 && left-- > 0;
        }
    }

    private record Procedure(int side, String program, String name) {}

    /** The numbers that determine the names of a program and a procedure. */
    private record Numbers(int side, int program, int version, int procedure, int operation) {}

    /**
     * The findings for a rule.
     *
     * @param rule       the rule's name.
     * @param severity   {@code error} or {@code warning}.
     * @param count      the number of findings.
     * @param firstFrame the frame of the first finding.
     * @param seen       the first finding's observation.
     */
    record FindingReport(String rule, String severity, long count, long firstFrame, String seen) {}

    /**
     * A request that the peer permanently refused.
     *
     * @param frame  the frame of the NAK.
     * @param source the address of the side that refused the request.
     * @param reason the reason.
     */
    record Failure(long frame, String source, String reason) {}

    /**
     * Creates a summary.
     *
     * @param number     the connection's number.
     * @param connect    the connection's set-up, or null if it was not captured.
     * @param procedures the number of rows that may still be added.
     * @param slowest    the number of slow calls to list.
     */
    ConnectionSummary(final int number, final CapturedConnect connect, final Budget procedures, final int slowest) {
        this.number = number;
        negotiated = connect == null ? null : Negotiated.of(connect);
        this.procedures = procedures;
        this.slowest = new SlowCalls(slowest);
    }

    int number() {
        return number;
    }

    /** Returns the number of selected messages. */
    long selected() {
        return selected;
    }

    /** Handles a gap in a side's requests. Replies may be missing, too. */
    void gap(final int side) {
        flows[1 - side].repliesMissing();
    }

    void wholeness(final boolean damaged) {
        isDamaged = damaged;
    }

    void ended(final CapturedEnd end) {
        disconnect = disconnect == null ? end : disconnect;
    }

    /** Processes a message. If the message is not selected, only its credits are used. */
    void message(final DecodedMessage message, final boolean isSelected) {
        final CapturedMessage send = message.send();
        see(send);
        messages++;
        notReady[1 - send.side()].request(
                send,
                RefusedRequests.Kind.SEND,
                Integer.toUnsignedLong(message.header().xid()));
        if (send.retransmitted()) {
            retransmittedSends += isSelected ? 1 : 0;
            return;
        }
        retransmittedSends += send.wasRefused() && isSelected ? 1 : 0;
        if (message.isCall()) {
            flows[send.side()].call(message);
        } else if (isReply(message)) {
            final boolean isError = message.header().procedure() == RpcRdmaHeader.RDMA_ERROR;
            flows[1 - send.side()].reply(message, isError);
        } else {
            otherMessages++;
        }
        if (isSelected) {
            select(message);
        }
    }

    private static boolean isReply(final DecodedMessage message) {
        return message.isAnswer() || message.isReply() || message.header().procedure() == RpcRdmaHeader.RDMA_ERROR;
    }

    private void select(final DecodedMessage message) {
        selected++;
        data.add(message);
        invalidations += message.send().invalidates() ? 1 : 0;
        if (!message.isAnswer()) {
            return;
        }
        slowest.add(message);
        final Latency service = service(message);
        if (service == null) {
            unlistedCalls++;
        } else {
            service.add(message.serviceNanos(), message.send().frameNumber());
        }
    }

    /**
     * Returns the times of the procedure that the reply answers, or null if the maximum number of procedures is
     * reached.
     */
    private Latency service(final DecodedMessage message) {
        if (!message.isProgramKnown()) {
            return named(message);
        }
        final Numbers numbers = new Numbers(
                1 - message.send().side(),
                message.program(),
                message.programVersion(),
                message.procedure(),
                message.operation());
        final Latency known = servicesByNumbers.get(numbers);
        if (known != null) {
            return known;
        }
        final Latency service = named(message);
        if (service != null && servicesByNumbers.size() < MOST_NUMBERS) {
            servicesByNumbers.put(numbers, service);
        }
        return service;
    }

    private Latency named(final DecodedMessage message) {
        final Procedure procedure = new Procedure(
                1 - message.send().side(),
                message.isProgramKnown() ? message.programName() : UNKNOWN,
                message.isProgramKnown() ? message.procedureName() : UNKNOWN);
        Latency service = services.get(procedure);
        if (service == null && procedures.take()) {
            service = new Latency();
            services.put(procedure, service);
        }
        return service;
    }

    private void see(final CapturedMessage send) {
        if (messages == 0) {
            firstFrame = send.frameNumber();
            firstNanos = send.relativeNanos();
            firstTimestamp = send.timestampNanos();
        }
        lastFrame = send.frameNumber();
        lastNanos = send.relativeNanos();
        clientSide = send.fromClient() ? send.side() : 1 - send.side();
        addresses[send.side()] = send.source();
        addresses[1 - send.side()] = send.destination();
    }

    void written(final CapturedMessage packet) {
        repeated(packet);
        if (packet.retransmitted()) {
            retransmittedPackets++;
            return;
        }
        retransmittedPackets += packet.wasRefused() ? 1 : 0;
        writes += packet.startsTransfer() ? 1 : 0;
        writtenBytes += packet.wireLength();
    }

    private void repeated(final CapturedMessage request) {
        notReady[1 - request.side()].request(request, RefusedRequests.Kind.TRANSFER, RefusedRequests.UNKNOWN);
    }

    void requested(final CapturedMessage request) {
        repeated(request);
        if (request.retransmitted()) {
            retransmittedPackets++;
        } else {
            retransmittedPackets += request.wasRefused() ? 1 : 0;
            reads.request(request);
        }
    }

    void read(final CapturedMessage packet) {
        if (packet.retransmitted()) {
            retransmittedPackets++;
        } else {
            reads.answer(packet);
        }
    }

    void refused(final CapturedMessage nak, final int syndrome) {
        switch (syndrome) {
            case 0x60 -> sequenceNaks++;
            case 0x61 -> fail(nak, "invalid request");
            case 0x62 -> fail(nak, "remote access error");
            case 0x63 -> fail(nak, "remote operational error");
            default -> notReady[nak.side()].refused(nak, syndrome, flows[1 - nak.side()]);
        }
    }

    private void fail(final CapturedMessage nak, final String reason) {
        failure = failure == null ? new Failure(nak.frameNumber(), nak.source(), reason) : failure;
    }

    void found(final Finding finding) {
        findings.merge(
                finding.rule(),
                new FindingReport(finding.rule().id(), finding.rule().severity(), 1, finding.frame(), finding.seen()),
                (first, next) ->
                        new FindingReport(first.rule, first.severity, first.count + 1, first.firstFrame, first.seen));
    }

    /**
     * Returns the report.
     *
     * @param hasData true if data transfers were examined, which requires filters that do not depend on the contents of
     *                messages.
     */
    ConnectionReport report(final boolean hasData) {
        final List<NotReady.Summary> unready = unready();
        return new ConnectionReport(
                number,
                addresses[clientSide],
                addresses[1 - clientSide],
                Instant.ofEpochSecond(Math.floorDiv(firstTimestamp, BILLION), Math.floorMod(firstTimestamp, BILLION))
                        .toString(),
                firstNanos / 1e9,
                lastNanos / 1e9,
                firstFrame,
                lastFrame,
                !isDamaged,
                negotiated,
                messages,
                selected,
                otherMessages,
                flows[clientSide].summary(),
                flows[1 - clientSide].calls() == 0 ? null : flows[1 - clientSide].summary(),
                procedures(),
                unlistedCalls,
                data.sums(),
                invalidations,
                hasData ? reads.summary() : null,
                hasData ? new ConnectionReport.Written(writes, writtenBytes) : null,
                hasData
                        ? new ConnectionReport.Repeated(
                                retransmittedSends,
                                retransmittedPackets,
                                sequenceNaks,
                                unready.stream()
                                        .mapToLong(NotReady.Summary::naks)
                                        .sum())
                        : null,
                unready,
                end(),
                List.copyOf(findings.values()),
                slowest.list());
    }

    private List<NotReady.Summary> unready() {
        final List<NotReady.Summary> all = new ArrayList<>();
        for (int side = 0; side < notReady.length; side++) {
            final NotReady.Summary summary = notReady[side].summary(side == clientSide, addresses[side]);
            if (summary != null) {
                all.add(summary);
            }
        }
        return all;
    }

    private List<ConnectionReport.Service> procedures() {
        final List<ConnectionReport.Service> list = new ArrayList<>();
        services.forEach((procedure, service) -> list.add(new ConnectionReport.Service(
                procedure.program, procedure.name, procedure.side != clientSide, service.summary())));
        list.sort(Comparator.comparingLong(
                        (ConnectionReport.Service row) -> -row.serviceNanos().count())
                .thenComparing(ConnectionReport.Service::program)
                .thenComparing(ConnectionReport.Service::procedure));
        return list;
    }

    private ConnectionReport.End end() {
        if (failure != null) {
            return new ConnectionReport.End(failure.source, failure.frame, failure.reason);
        }
        return disconnect == null
                ? null
                : new ConnectionReport.End(disconnect.source(), disconnect.frameNumber(), "disconnect request");
    }
}
