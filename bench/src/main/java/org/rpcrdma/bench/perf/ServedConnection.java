// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.function.Consumer;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.Timer;

/**
 * The server side of a connection. Depending on the test, it only keeps Receives posted, or also answers each message.
 */
final class ServedConnection implements Turn, PolledQueue.Taker, ConnectionHandler, AutoCloseable {
    /**
     * The interval at which the server probes for dead clients. Probes are necessary because a crashed client sends
     * nothing, and because the server sends no message to the client in most tests.
     */
    private static final long PROBE_NANOS = 1_000_000_000;

    private final TestOffer offer;
    private final EventLoop loop;
    private final Parts parts = new Parts();
    private final PolledQueue queue;
    private final VerbsEnd end;
    private final Sender ping;
    private final LandedByte landed;
    private final Consumer<ServedConnection> onEnd;
    private final Connection connection;
    private final String remote;
    private final boolean isPolled;
    private final Timer probe;
    private MemoryPoll memoryPoll;
    private boolean isProbing;
    private int received;
    private String failure;
    private boolean hasEnded;

    /**
     * Accepts a request. Releases all resources if this fails.
     *
     * @param isPolled false if events drive the connection.
     * @param onEnd    called from the event loop after the connection has ended; must close this object.
     */
    ServedConnection(
            final Device device,
            final EventLoop loop,
            final ConnectionRequest request,
            final TestOffer offer,
            final boolean isPolled,
            final Consumer<ServedConnection> onEnd) {
        this.offer = offer;
        this.loop = loop;
        this.onEnd = onEnd;
        remote = request.remote().getAddress().getHostAddress();
        try {
            final ProtectionDomain domain = parts.keep(device.allocateProtectionDomain());
            queue = parts.keep(new PolledQueue(
                    device,
                    VerbsEnd.sendDepth(offer, device.attributes()) + VerbsEnd.receiveDepth(offer, device.attributes()),
                    loop,
                    this));
            end = parts.keep(new VerbsEnd(device, domain, queue, offer, 1, 0));
            end.remote(offer.address(), offer.rkey());
            ping = new PingSender(end, offer.test());
            landed = end.newLandedByte();
            this.isPolled = isPolled;
            if (!isPolled) {
                queue.arm();
                memoryPoll = offer.test() == PerfTest.WRITE_LAT ? new MemoryPoll(loop, this) : null;
            }
            probe = loop.newTimer(this::probe);
            final ConnectionParameters answer = new ConnectionParameters(
                    new TestAnswer(end.landing(), end.rkey(), end.room()).encode(),
                    device.attributes().maxReadAtomic(),
                    VerbsRunner.RETRIES,
                    VerbsRunner.RETRIES);
            connection = request.accept(end.queuePair(), answer, loop, this);
        } catch (final RuntimeException | OutOfMemoryError e) {
            parts.close();
            throw e;
        }
    }

    boolean isPolled() {
        return isPolled;
    }

    /** Describes the requested test and the client. */
    String describe() {
        return offer.test().label() + " of " + offer.bytes() + " bytes by " + remote;
    }

    /** Returns true if the client has a given address. */
    boolean isOf(final String client) {
        return remote.equals(client);
    }

    /** Returns the failure that ended the connection, or null if the client disconnected. */
    String failure() {
        return failure;
    }

    @Override
    public int turn() {
        if (hasEnded) {
            return 0;
        }
        final int polled = queue.turn();
        if (offer.test() != PerfTest.WRITE_LAT) {
            return polled;
        }
        final byte value = landed.awaited();
        if (!landed.take()) {
            return polled;
        }
        end.mark(value);
        ping.send(1, 0);
        return polled + 1;
    }

    @Override
    public void completed(final long wrId) {
        if (MessageId.isReceived(wrId)) {
            received++;
            if (offer.test().isLatency()) {
                ping.send(1, 0);
            }
        }
        isProbing &= wrId != MessageId.PROBE;
    }

    @Override
    public void polled() {
        end.receive(received);
        received = 0;
    }

    @Override
    public void failed(final int status) {
        if (status != CompletionStatus.WR_FLUSH_ERR && failure == null) {
            failure = "the connection to the client was lost: status=" + CompletionStatus.name(status);
            connection.disconnect();
        }
    }

    @Override
    public void onEstablished(final Connection established, final byte[] privateData) {
        probe.arm(PROBE_NANOS);
    }

    private void probe() {
        if (!isProbing) {
            isProbing = true;
            end.probe();
        }
        probe.arm(PROBE_NANOS);
    }

    @Override
    public void onRejected(final Connection rejected, final String reason) {
        failure = reason;
        leave();
    }

    @Override
    public void onDisconnected(final Connection ended) {
        leave();
    }

    private void leave() {
        if (!hasEnded) {
            hasEnded = true;
            probe.cancel();
            if (memoryPoll != null) {
                memoryPoll.end();
            }
            loop.newTimer(() -> onEnd.accept(this)).arm(0);
        }
    }

    void disconnect() {
        if (!hasEnded) {
            connection.disconnect();
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
