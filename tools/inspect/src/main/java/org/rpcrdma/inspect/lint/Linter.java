// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CapturedConnect;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.capture.CapturedWholeness;
import org.rpcrdma.inspect.decode.FrameFilter;
import org.rpcrdma.rnic.roce.Syndrome;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Checks a capture's messages against the rules and passes violations to a {@link FindingFormat}. Not thread-safe.
 *
 * <p>Memory is bounded. If a capture exceeds the limits, the connections that have been idle longest are dropped. If
 * they resume, they count as connections whose start was not captured.
 */
public final class Linter implements CaptureListener {
    /** The maximum number of connections to keep. */
    private static final int MAX_CONNECTIONS = 1 << 14;
    /** The maximum number of outstanding calls and offered segments to keep, across all connections. */
    private static final int MAX_SIZE = 1 << 19;

    private final Findings findings;
    private final RpcRdmaHeader header;
    private final Map<Integer, ConnectionLint> connections = new LinkedHashMap<>(16, 0.75f, true);
    private ConnectionLint latest;
    private int latestNumber;
    private long size;
    private long messages;
    private long validHeaders;
    private long retransmittedCount;
    private long connectionCount;
    private long partialCount;

    /** Creates a linter that reports every finding. */
    public Linter(final FindingFormat format) {
        this(format, new FrameFilter());
    }

    /** Creates a linter that checks everything, but reports and counts only the findings that the filter selects. */
    public Linter(final FindingFormat format, final FrameFilter filter) {
        this(format, filter, new RpcRdmaHeader());
    }

    /**
     * Creates a linter for Sends whose headers the caller has already decoded.
     *
     * @param format receives the findings.
     * @param filter selects the findings.
     * @param header the header that is wrapped around each Send passed to {@link #check}.
     */
    public Linter(final FindingFormat format, final FrameFilter filter, final RpcRdmaHeader header) {
        this.header = header;
        findings = new Findings(format, filter);
    }

    /** Returns the number of messages checked. */
    public long messages() {
        return messages;
    }

    /**
     * Returns the number of Sends with a valid transport header. The command {@code decode} counts these Sends as
     * messages.
     */
    public long validHeaders() {
        return validHeaders;
    }

    /** Returns the number of findings so far. */
    public long findings() {
        return findings.count();
    }

    /** Returns the number of findings that are warnings. */
    public long warnings() {
        return findings.warnings();
    }

    /** Returns the number of connections with checked messages. */
    long connections() {
        return connectionCount;
    }

    /** Returns the number of connections that were not captured completely. */
    long partialConnections() {
        return partialCount;
    }

    /** Returns one line with the totals of the checked messages. */
    public String totals() {
        return messages + " messages of " + connectionCount + " connections: "
                + (findings.count() == 0 ? "no" : findings.count()) + (findings.areSelected() ? " selected" : "")
                + " findings"
                + (findings.warnings() == 0 ? "" : ", " + findings.warnings() + " of them warnings")
                + (retransmittedCount == 0 ? "" : "; " + retransmittedCount + " retransmitted packets ignored")
                + (partialCount == 0
                        ? ""
                        : "; " + partialCount
                                + " connections are incomplete in the capture, and were not checked against"
                                + " rules that require the missing packets");
    }

    @Override
    public void onConnect(final CapturedConnect connect) {
        put(connect.connection(), new ConnectionLint(findings, header, new Terms(connect)));
    }

    @Override
    public void onSend(final CapturedMessage send) {
        check(send, header.wrap(send.buffer(), send.offset(), send.length()));
    }

    /**
     * Checks a Send.
     *
     * @param send   the Send, around which the header is wrapped.
     * @param status the {@link HeaderStatus} that the wrapping returned.
     */
    public void check(final CapturedMessage send, final int status) {
        final ConnectionLint connection = of(send);
        final boolean isValid = status == HeaderStatus.VALID;
        validHeaders += isValid ? 1 : 0;
        connection.onRepeat(
                send,
                RefusedRequests.Kind.SEND,
                isValid ? Integer.toUnsignedLong(header.xid()) : RefusedRequests.UNKNOWN);
        if (send.retransmitted()) {
            retransmittedCount += connection.messages() > 0 ? 1 : 0;
            return;
        }
        final int before = connection.size();
        if (connection.onSend(send, status)) {
            connectionCount += connection.messages() == 1 ? 1 : 0;
            messages++;
        }
        size += connection.size() - before;
        forget(send.connection());
    }

    @Override
    public void onWholeness(final CapturedWholeness wholeness) {
        latest = null;
        final ConnectionLint connection = connections.get(wholeness.connection());
        if (connection != null) {
            connection.settle(!wholeness.isDamaged());
            connection.end();
        }
        if (connection != null && connection.messages() > 0) {
            partialCount += connection.isPartial() || !wholeness.isWhole() ? 1 : 0;
        }
    }

    @Override
    public void onRdmaWrite(final CapturedMessage write) {
        if (write.retransmitted()) {
            of(write).onRepeat(write, RefusedRequests.Kind.TRANSFER, RefusedRequests.UNKNOWN);
        } else {
            of(write).onWrite(write);
        }
    }

    @Override
    public void onReadRequest(final CapturedMessage request) {
        if (request.retransmitted()) {
            of(request).onRepeat(request, RefusedRequests.Kind.TRANSFER, RefusedRequests.UNKNOWN);
        } else {
            of(request).onRead(request);
        }
    }

    @Override
    public void onNak(final CapturedMessage nak, final int syndrome) {
        if ((syndrome & Syndrome.KIND) == Syndrome.NOT_READY) {
            of(nak).onNotReady(nak, syndrome);
        }
    }

    private ConnectionLint of(final CapturedMessage message) {
        final int number = message.connection();
        if (latest != null && latestNumber == number) {
            return latest;
        }
        ConnectionLint connection = connections.get(number);
        if (connection == null) {
            connection = new ConnectionLint(findings, header, null);
            put(number, connection);
        }
        latest = connection;
        latestNumber = number;
        return connection;
    }

    private void put(final int number, final ConnectionLint connection) {
        latest = null;
        connections.put(number, connection);
        forget(number);
    }

    /** Drops the connections that have been idle longest until the limits are met, but keeps the given connection. */
    private void forget(final int kept) {
        while (connections.size() > MAX_CONNECTIONS || size > MAX_SIZE && connections.size() > 1) {
            final Iterator<Map.Entry<Integer, ConnectionLint>> quiet =
                    connections.entrySet().iterator();
            final Map.Entry<Integer, ConnectionLint> oldest = quiet.next();
            if (oldest.getKey() == kept) {
                return;
            }
            size -= oldest.getValue().size();
            partialCount += oldest.getValue().messages() > 0 ? 1 : 0;
            quiet.remove();
        }
    }
}
