// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CapturedConnect;
import org.rpcrdma.capture.CapturedEnd;
import org.rpcrdma.capture.CapturedGap;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.capture.CapturedWholeness;
import org.rpcrdma.inspect.decode.DecodedMessage;
import org.rpcrdma.inspect.decode.MessageDecoder;
import org.rpcrdma.inspect.decode.MessageFilter;
import org.rpcrdma.inspect.lint.Linter;
import org.rpcrdma.rnic.roce.Syndrome;

/**
 * Summarizes each connection in a capture.
 *
 * <p>Memory is bounded. At most {@link #MOST_CONNECTIONS} connections are kept and, across all connections, at most
 * {@link #MOST_PROCEDURES} procedures. Any others are only counted. Not thread-safe.
 */
public final class Explainer implements CaptureListener {
    static final int MOST_CONNECTIONS = 4096;
    private static final int MOST_PROCEDURES = 4096;
    private static final int MOST_REJECTIONS = 100;

    private final MessageFilter filter;
    private final int slowest;
    private final MessageDecoder decoder;
    private final Linter linter;
    /** Tracks calls; null if no call is to be drawn. */
    private final CallRecorder calls;

    private final Map<Integer, ConnectionSummary> connections = new LinkedHashMap<>();
    private ConnectionSummary latest;
    /** The set-ups of the most recent connections that have carried no traffic yet. */
    private final Map<Integer, CapturedConnect> negotiated = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Integer, CapturedConnect> oldest) {
            return size() > MOST_CONNECTIONS;
        }
    };

    private final ConnectionSummary.Budget procedures = new ConnectionSummary.Budget(MOST_PROCEDURES);
    private final List<Explanation.Rejection> rejections = new ArrayList<>();
    private long rejected;
    private long unlistedMessages;

    /**
     * Creates an explainer.
     *
     * @param filter  selects messages.
     * @param slowest the number of slow calls to list per connection.
     * @param isDrawn true if calls must be tracked so that one can be drawn.
     */
    public Explainer(final MessageFilter filter, final int slowest, final boolean isDrawn) {
        this.filter = filter;
        this.slowest = slowest;
        calls = isDrawn ? new CallRecorder() : null;
        decoder = new MessageDecoder(this::add);
        linter = new Linter(
                finding -> {
                    final ConnectionSummary connection = of(finding.connection());
                    if (connection != null) {
                        connection.found(finding);
                    }
                },
                filter,
                decoder.header());
    }

    /** Returns the number of messages so far. */
    public long messages() {
        return decoder.messages();
    }

    /** Returns a connection's summary, or null if the connection is not selected or the maximum is reached. */
    private ConnectionSummary of(final int number) {
        if (latest != null && latest.number() == number) {
            return latest;
        }
        final ConnectionSummary known = connections.get(number);
        latest = known;
        if (known != null || connections.size() == MOST_CONNECTIONS || !filter.acceptsConnection(number)) {
            return known;
        }
        final ConnectionSummary connection =
                new ConnectionSummary(number, negotiated.remove(number), procedures, slowest);
        connections.put(number, connection);
        latest = connection;
        return connection;
    }

    private void add(final DecodedMessage message) {
        final ConnectionSummary connection = of(message.send().connection());
        if (connection == null) {
            unlistedMessages += filter.acceptsConnection(message.send().connection()) ? 1 : 0;
        } else {
            final boolean isSelected = filter.accepts(message);
            connection.message(message, isSelected);
            if (calls != null) {
                calls.message(message, isSelected);
            }
        }
    }

    /**
     * Adds a data transfer to its connection if the connection is selected. Transfers have no RPC header that could be
     * filtered.
     */
    private void addData(final CapturedMessage message, final BiConsumer<ConnectionSummary, CapturedMessage> addition) {
        if (!filter.isByWords() && filter.accepts(message.connection(), message.relativeNanos())) {
            final ConnectionSummary connection = of(message.connection());
            if (connection != null) {
                addition.accept(connection, message);
            }
        }
    }

    private boolean isFollowed(final CapturedMessage message) {
        return calls != null && filter.acceptsConnection(message.connection());
    }

    @Override
    public void onConnect(final CapturedConnect connect) {
        linter.onConnect(connect);
        negotiated.put(connect.connection(), connect);
    }

    @Override
    public void onEnd(final CapturedEnd end) {
        final ConnectionSummary connection = connections.get(end.connection());
        if (connection != null) {
            connection.ended(end);
        } else if (end.connection() == CapturedEnd.NONE) {
            rejected++;
            if (rejections.size() < MOST_REJECTIONS) {
                rejections.add(new Explanation.Rejection(
                        end.frameNumber(), end.relativeNanos() / 1e9, end.source(), end.destination(), end.reason()));
            }
        }
    }

    @Override
    public void onNak(final CapturedMessage message, final int syndrome) {
        linter.onNak(message, syndrome);
        addData(message, (connection, nak) -> connection.refused(nak, syndrome));
        if (isFollowed(message) && (syndrome & Syndrome.KIND) == Syndrome.NOT_READY) {
            calls.refused(message, syndrome);
        }
    }

    @Override
    public void onGap(final CapturedGap gap) {
        final ConnectionSummary connection = connections.get(gap.connection());
        if (connection != null) {
            connection.gap(gap.side());
        }
        if (calls != null) {
            calls.gap(gap.connection());
        }
    }

    @Override
    public void onWholeness(final CapturedWholeness wholeness) {
        decoder.onWholeness(wholeness);
        linter.onWholeness(wholeness);
        final ConnectionSummary connection = connections.get(wholeness.connection());
        if (connection != null) {
            connection.wholeness(wholeness.isDamaged());
        }
        if (calls != null) {
            calls.ended(wholeness.connection());
        }
    }

    @Override
    public void onSend(final CapturedMessage send) {
        decoder.onSend(send);
        linter.check(send, decoder.headerStatus());
    }

    @Override
    public void onRdmaWrite(final CapturedMessage packet) {
        decoder.onRdmaWrite(packet);
        linter.onRdmaWrite(packet);
        addData(packet, ConnectionSummary::written);
        if (isFollowed(packet)) {
            calls.written(packet);
        }
    }

    @Override
    public void onRdmaRead(final CapturedMessage packet) {
        decoder.onRdmaRead(packet);
        addData(packet, ConnectionSummary::read);
        if (isFollowed(packet)) {
            calls.read(packet);
        }
    }

    @Override
    public void onReadRequest(final CapturedMessage request) {
        linter.onReadRequest(request);
        addData(request, ConnectionSummary::requested);
        if (isFollowed(request)) {
            calls.requested(request);
        }
    }

    /**
     * Draws a typical call from the selected calls.
     *
     * @param capture the capture's name.
     * @return the SVG file, or null if no call is selected.
     */
    public String picture(final String capture) {
        final CallSample.Typical typical = calls.typical();
        return typical == null ? null : new CallPicture(typical).svg(capture);
    }

    /** Returns the explanation of a capture that has been read, including a verdict. */
    public Explanation explanation(final String capture, final CaptureCounts counts, final List<String> verdict) {
        final List<ConnectionReport> listed = new ArrayList<>();
        for (final ConnectionSummary connection : connections.values()) {
            if (connection.selected() > 0) {
                listed.add(connection.report(!filter.isByWords()));
            }
        }
        return new Explanation(
                Version.CURRENT,
                capture,
                counts.frames(),
                counts.bytes(),
                messages(),
                counts.connections(),
                counts.connections() - decoder.connections(),
                unlistedMessages,
                counts.retransmittedPackets(),
                rejected,
                rejections,
                listed,
                verdict);
    }
}
