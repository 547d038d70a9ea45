// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.rpcrdma.arena.ArenaExhaustedException;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/** The connections of a server, from their requests to the end of the last one, with which goes what they have in common. */
final class ServerConnections {
    private static final long CLOSE_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final String CLOSED = "the server was closed";
    private static final byte[] NO_PRIVATE_DATA = {};

    private final ServerResources shared;
    private final LinkedHashSet<ServerConnection> connections = new LinkedHashSet<>();
    private final Consumer<ServerConnectionMetrics> connectionBegin;
    private final Consumer<ServerConnectionMetrics> connectionEnd;
    private final long idlePeriodNanos;
    private final Timer idleTimer;
    private final Consumer<ServerConnectionMetrics> connectionRejected;
    private long rejected;
    private boolean closed;

    /** Whether what connections have in common is to be given back with the last of them. */
    private boolean isEnding;

    ServerConnections(final ServerResources shared, final RpcRdmaServer.Context context) {
        this.shared = shared;
        connectionBegin = context.connectionBegin;
        connectionEnd = context.connectionEnd;
        idlePeriodNanos = context.idlePeriodNanos;
        idleTimer = shared.loop.newTimer(this::endIdle);
        connectionRejected = context.connectionRejected;
    }

    void onRequest(final ConnectionRequest request) {
        if (closed) {
            refuse(request, NO_PRIVATE_DATA);
            return;
        }
        final ServerConnectionMetrics metrics = new ServerConnectionMetrics(request.remote());
        try {
            final ServerConnection connection = new ServerConnection(this, shared, request, metrics);
            connections.add(connection);
            connection.accept(request);
            if (connection.isClosed()) {
                return;
            }
        } catch (final RuntimeException e) {
            reject(request, metrics, e);
            return;
        }
        timeIdle();
        connectionBegin.accept(metrics);
    }

    /** Tells the peer, in the words of an errno, and the caller, in full. */
    private void reject(
            final ConnectionRequest request, final ServerConnectionMetrics metrics, final RuntimeException cause) {
        final boolean isErrno = cause instanceof VerbsException;
        final boolean isExpected = isErrno || cause instanceof ArenaExhaustedException;
        rejected++;
        final Errno errno = isErrno ? ((VerbsException) cause).errno() : isExpected ? Errno.ENOMEM : Errno.EIO;
        metrics.closeReason = (isExpected ? cause.getMessage() : cause.toString())
                + refuse(request, errno.name().getBytes(StandardCharsets.US_ASCII));
        final HandlerFailures failures = new HandlerFailures();
        failures.collect(() -> connectionRejected.accept(metrics));
        if (!isExpected) {
            failures.add(cause);
        }
        failures.rethrow();
    }

    /** Refuses a peer; one that cannot be told gives up by itself, and ends nobody else. Returns what there is to say of that. */
    private static String refuse(final ConnectionRequest request, final byte[] privateData) {
        try {
            request.reject(privateData);
            return "";
        } catch (final VerbsException e) {
            return "; the peer was not told: " + e.getMessage();
        }
    }

    /** A pass over the connections follows each period in which there are any. */
    private void timeIdle() {
        if (idlePeriodNanos > 0 && !connections.isEmpty() && !idleTimer.isArmed()) {
            idleTimer.arm(idlePeriodNanos);
        }
    }

    private void endIdle() {
        final HandlerFailures failures = new HandlerFailures();
        for (final ServerConnection connection : List.copyOf(connections)) {
            failures.collect(() -> connection.age(idlePeriodNanos));
        }
        timeIdle();
        failures.rethrow();
    }

    void onClosed(final ServerConnection connection) {
        connections.remove(connection);
        try {
            if (connection.wasAccepted()) {
                connectionEnd.accept(connection.metrics);
            }
        } finally {
            connection.metrics.arena = null;
            endWithTheLast();
        }
    }

    private void endWithTheLast() {
        if (isEnding && connections.isEmpty()) {
            isEnding = false;
            shared.close();
        }
    }

    /** Grants so many credits, or what the device's queues have room for, from now on. */
    void grant(final int credits) {
        shared.credits = Math.min(credits, shared.depths.credits());
        for (final ServerConnection connection : List.copyOf(connections)) {
            connection.grant(shared.credits);
        }
    }

    List<ServerConnectionMetrics> metrics() {
        return connections.stream().map(connection -> connection.metrics).toList();
    }

    int count() {
        return connections.size();
    }

    long rejected() {
        return rejected;
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends all, and first does a step that ends their coming; whatever is thrown on the way, everything is given back. */
    void close(final Runnable stopListening) {
        if (connections.stream().anyMatch(TransportConnection::isDispatching)) {
            throw new IllegalStateException("close is not for handlers: connections=" + connections.size());
        }
        closed = true;
        idleTimer.cancel();
        final HandlerFailures failures = new HandlerFailures();
        failures.collect(stopListening);
        for (final ServerConnection connection : List.copyOf(connections)) {
            failures.collect(() -> connection.revoke(CLOSED));
        }
        failures.collect(this::awaitFlushes);
        for (final ServerConnection connection : List.copyOf(connections)) {
            failures.collect(() -> connection.closeNow(CLOSED));
        }
        isEnding = true;
        failures.collect(this::endWithTheLast);
        failures.rethrow();
    }

    private void awaitFlushes() {
        while (!connections.isEmpty() && shared.loop.runOnce(CLOSE_WAIT_NANOS)) {
            continue;
        }
    }
}
