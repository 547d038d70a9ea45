// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.rpcrdma.arena.ArenaExhaustedException;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.transport.connection.TransportConnection;
import org.rpcrdma.transport.connection.TransportEvents;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** The connections of a server. When the last connection has ended, the shared resources are released. */
final class ServerConnections implements ConnectionManager.ListenHandler {
    private static final long CLOSE_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final String CLOSED = "the server was closed";
    private static final byte[] NO_PRIVATE_DATA = {};

    private final ServerResources resources;
    private final Listeners listeners;
    private final LinkedHashSet<ServerConnection> connections = new LinkedHashSet<>();
    private final IdleConnections idle;
    private final ConnectionBounds bounds;
    private final Set<ServerConnection> givingWay = new HashSet<>();

    /** The number of credits for new connections. */
    private int credits;

    /** The message totals of ended connections. */
    private final MessageTotals ended = new MessageTotals();

    private final Map<EndCause, Long> endedByCause = new EnumMap<>(EndCause.class);
    private long requests;
    private long accepted;
    private long rejected;
    private boolean closed;

    /** True if the resources must be closed when the last connection ends. */
    private boolean isEnding;

    /** The listeners that the server's user has set. */
    private record Listeners(
            Consumer<ServerConnectionMetrics> begin,
            Consumer<ServerConnectionMetrics> end,
            Consumer<ServerConnectionMetrics> rejected,
            Consumer<String> listenEnd) {}

    ServerConnections(final ServerResources resources, final RpcRdmaServer.Context settings) {
        this.resources = resources;
        credits = Math.min(settings.credits, resources.depths.credits());
        listeners = new Listeners(
                settings.connectionBegin, settings.connectionEnd, settings.connectionRejected, settings.listenEnd);
        idle = new IdleConnections(connections, settings.idlePeriodNanos, resources.loop);
        bounds = new ConnectionBounds(
                settings.maxConnections,
                settings.maxConnectionsPerAddress,
                resources.connectionBytes(),
                resources::spareBytes);
    }

    @Override
    public void onRequest(final ConnectionRequest request) {
        if (closed) {
            refuse(request, NO_PRIVATE_DATA);
            return;
        }
        final ServerConnection connection;
        final ServerConnectionMetrics figures = new ServerConnectionMetrics(++requests, request.remote());
        try {
            makeRoom(figures.remote().getAddress());
            bounds.add(figures.remote().getAddress());
            connection = newConnection(request, figures);
            connections.add(connection);
            connection.accept(request);
            if (connection.isClosed()) {
                return;
            }
        } catch (final RuntimeException e) {
            reject(request, figures, e);
            return;
        }
        idle.watch();
        final HandlerFailures failures = new HandlerFailures();
        accepted++;
        TransportEvents.connectionBegin(true, figures.id(), figures.remote());
        failures.collect(() -> listeners.begin().accept(figures));
        failures.collect(connection::tellService);
        failures.rethrow();
    }

    /** Closes the connections of a device that is being removed, and reports the removal. */
    @Override
    public void onEnd(final String reason) {
        if (closed) {
            return;
        }
        final HandlerFailures failures = new HandlerFailures();
        for (final ServerConnection connection : List.copyOf(connections)) {
            failures.collect(() -> connection.end(EndCause.DEVICE, reason));
        }
        failures.collect(() -> listeners.listenEnd().accept(reason));
        failures.rethrow();
    }

    /**
     * Evicts the oldest unconfirmed connection of an address that has a confirmed connection. Therefore, requests that
     * forge this address cannot exclude the real host.
     */
    private void makeRoom(final InetAddress address) {
        if (bounds.isCrowded(address)) {
            connections.stream()
                    .filter(other -> !other.wasConfirmed()
                            && !givingWay.contains(other)
                            && other.figures.remote().getAddress().equals(address))
                    .findFirst()
                    .ifPresent(this::giveWay);
        }
    }

    /**
     * Starts to close a connection. Its slot becomes free immediately, although closing the connection takes some time.
     */
    private void giveWay(final ServerConnection oldest) {
        givingWay.add(oldest);
        bounds.remove(oldest.figures.remote().getAddress(), false);
        oldest.end(EndCause.RESOURCES, "evicted by a newer request from the same address");
    }

    private ServerConnection newConnection(final ConnectionRequest request, final ServerConnectionMetrics figures) {
        final InetAddress address = figures.remote().getAddress();
        try {
            return new ServerConnection(
                    resources, credits, request, figures, () -> bounds.confirm(address), this::leave, this::onClosed);
        } catch (final Throwable e) {
            bounds.remove(address, false);
            throw e;
        }
    }

    /** Rejects a request. The peer receives the reason as an errno, and the server's user receives it in full. */
    private void reject(
            final ConnectionRequest request, final ServerConnectionMetrics figures, final RuntimeException cause) {
        final boolean isErrno = cause instanceof VerbsException;
        final boolean isExpected = isErrno || cause instanceof ArenaExhaustedException;
        rejected++;
        final Errno errno = isErrno ? ((VerbsException) cause).errno() : isExpected ? Errno.ENOMEM : Errno.EIO;
        figures.closeReason = (isExpected ? cause.getMessage() : cause.toString())
                + refuse(request, errno.name().getBytes(StandardCharsets.US_ASCII));
        final HandlerFailures failures = new HandlerFailures();
        failures.collect(() -> listeners.rejected().accept(figures));
        if (!isExpected) {
            failures.add(cause);
        }
        failures.rethrow();
    }

    /** Rejects a peer. If the rejection cannot be sent, the peer times out, and this method returns the reason. */
    private static String refuse(final ConnectionRequest request, final byte[] privateData) {
        try {
            request.reject(privateData);
            return "";
        } catch (final VerbsException e) {
            return "; the peer was not notified: " + e.getMessage();
        }
    }

    /** Frees the slot of a connection. The connection may still hold memory. */
    private void leave(final ServerConnection connection) {
        if (!givingWay.remove(connection)) {
            bounds.remove(connection.figures.remote().getAddress(), connection.wasConfirmed());
        }
    }

    private void onClosed(final ServerConnection connection) {
        final ServerConnectionMetrics figures = connection.figures;
        connections.remove(connection);
        if (!connection.isUnserved()) {
            leave(connection);
        }
        ended.add(figures);
        TransportEvents.connectionEnd(true, figures.id(), figures.remote(), figures.closeReason());
        try {
            if (connection.wasAccepted()) {
                endedByCause.merge(figures.endCause(), 1L, Long::sum);
                listeners.end().accept(figures);
            }
        } finally {
            figures.arena = null;
            endWithTheLast();
        }
    }

    private void endWithTheLast() {
        if (isEnding && connections.isEmpty()) {
            isEnding = false;
            resources.close();
        }
    }

    /** Sets the number of credits for all connections, limited by the device's queues. */
    void grantCredits(final int wanted) {
        credits = Math.min(wanted, resources.depths.credits());
        for (final ServerConnection connection : List.copyOf(connections)) {
            connection.grantCredits(credits);
        }
    }

    /** Returns the number of credits for new connections. */
    int credits() {
        return credits;
    }

    List<ServerConnectionMetrics> metrics() {
        return connections.stream().map(connection -> connection.figures).toList();
    }

    int most() {
        return bounds.most();
    }

    int mostOfOne() {
        return bounds.mostOfOne();
    }

    int count() {
        return connections.size();
    }

    long rejected() {
        return rejected;
    }

    long accepted() {
        return accepted;
    }

    /** Returns the message totals of all connections, including ended connections. */
    MessageTotals totals() {
        final MessageTotals totals = new MessageTotals();
        totals.add(ended);
        for (final ServerConnection connection : connections) {
            totals.add(connection.figures);
            totals.creditsGranted += connection.credits();
        }
        return totals;
    }

    /** Returns the number of ended connections for each cause. */
    Map<EndCause, Long> endedByCause() {
        return Collections.unmodifiableMap(new EnumMap<>(endedByCause));
    }

    boolean isClosed() {
        return closed;
    }

    /** Stops listening, then ends all connections. Releases everything even if a step throws an exception. */
    void close(final Runnable stopListening) {
        if (connections.stream().anyMatch(TransportConnection::isDispatching)) {
            throw new IllegalStateException("close must be called outside handlers: connections=" + connections.size());
        }
        closed = true;
        idle.close();
        final HandlerFailures failures = new HandlerFailures();
        failures.collect(stopListening);
        for (final ServerConnection connection : List.copyOf(connections)) {
            failures.collect(() -> connection.revoke(CLOSED));
        }
        failures.collect(this::awaitFlushes);
        for (final ServerConnection connection : List.copyOf(connections)) {
            failures.collect(() -> connection.closeNow(EndCause.CLOSED, CLOSED));
        }
        isEnding = true;
        failures.collect(this::endWithTheLast);
        failures.rethrow();
    }

    private void awaitFlushes() {
        while (!connections.isEmpty() && resources.loop.runOnce(CLOSE_WAIT_NANOS)) {
            continue;
        }
    }
}
