/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.Rejection;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * One side of a connection and its {@code struct rdma_cm_id}, which lives until the queue pair is closed.
 *
 * <pre>
 *   CONNECTING ----&gt; ESTABLISHED ----&gt; ENDED          handler: onEstablished, onDisconnected
 *       +-------------------------------^             handler: onRejected
 * </pre>
 */
final class IbvConnection implements Connection {
    private static final int CONNECTING = 0;
    private static final int ESTABLISHED = 1;
    private static final int ENDED = 2;

    private static final int RESOLVE_MILLIS = 2000;

    private final IbvDevice device;
    private final Librdmacm library;
    private final IbvQueuePair queuePair;
    private final ConnectionEvents events;
    private final ConnectionParameters parameters;
    private final ConnectionHandler handler;
    private final InetSocketAddress remote;
    private final Timer ending;
    private long identifier;
    private int state = CONNECTING;

    IbvConnection(
            final IbvDevice device,
            final IbvQueuePair queuePair,
            final IbvEventLoop loop,
            final ConnectionParameters parameters,
            final ConnectionHandler handler,
            final InetSocketAddress remote) {
        this.device = device;
        this.queuePair = queuePair;
        this.parameters = parameters;
        this.handler = handler;
        this.remote = remote;
        library = device.connectionLibrary();
        events = loop.connectionEvents();
        ending = loop.newTimer(this::onEnd);
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    /** Begins to connect, from the device's own address. */
    void connect() {
        queuePair.join(this);
        identifier = events.newIdentifier(this::onEvent);
        try (Arena arena = Arena.ofConfined()) {
            final InetSocketAddress local =
                    new InetSocketAddress(device.connections().localAddress(), 0);
            library.resolveAddr.check(
                    identifier,
                    SocketAddresses.write(arena, local).address(),
                    SocketAddresses.write(arena, remote).address(),
                    RESOLVE_MILLIS);
        }
    }

    /** Accepts a peer's request. */
    void accept(final ConnectionEvents from, final ConnectionEvent request) {
        queuePair.join(this);
        events.adopt(request.identifier(), from, this::onEvent);
        identifier = request.identifier();
        checkDevice();
        final int taken = Math.min(readDepth(), request.responderResources());
        final int asked = Math.min(readDepth(), request.initiatorDepth());
        ready(QueuePairState.INIT, 0, 0);
        ready(QueuePairState.RTR, taken, asked);
        ready(QueuePairState.RTS, taken, asked);
        try (Arena arena = Arena.ofConfined()) {
            library.accept.check(identifier, wish(arena, taken, asked).address());
        }
    }

    private int readDepth() {
        return Math.min(parameters.maxReadAtomic(), device.attributes().maxReadAtomic());
    }

    /** A route may lead over another device than the queue pair's. */
    private void checkDevice() {
        final long context = Native.getLong(identifier + ConnectionLayout.ID_VERBS);
        if (context != device.context()) {
            throw new VerbsException(Errno.EINVAL, "route leads over another device: device=" + device.name());
        }
    }

    private MemorySegment wish(final Arena arena, final int responderResources, final int initiatorDepth) {
        final MemorySegment wish = arena.allocate(ConnectionLayout.SIZE, Long.BYTES);
        final byte[] data = parameters.privateData();
        wish.set(
                JAVA_LONG,
                ConnectionLayout.PRIVATE_DATA,
                arena.allocateFrom(JAVA_BYTE, data).address());
        wish.set(JAVA_BYTE, ConnectionLayout.PRIVATE_DATA_LENGTH, (byte) data.length);
        wish.set(JAVA_BYTE, ConnectionLayout.RESPONDER_RESOURCES, (byte) responderResources);
        wish.set(JAVA_BYTE, ConnectionLayout.INITIATOR_DEPTH, (byte) initiatorDepth);
        wish.set(JAVA_BYTE, ConnectionLayout.FLOW_CONTROL, (byte) 1);
        wish.set(JAVA_BYTE, ConnectionLayout.RETRY_COUNT, (byte) parameters.retryCount());
        wish.set(JAVA_BYTE, ConnectionLayout.RNR_RETRY_COUNT, (byte) parameters.rnrRetryCount());
        wish.set(JAVA_INT, ConnectionLayout.QP_NUM, queuePair.number());
        return wish;
    }

    /** Moves the queue pair on by what the connection manager says of a state; the depths are the accepting side's. */
    private void ready(final QueuePairState next, final int responderResources, final int initiatorDepth) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attributes = arena.allocate(QueuePairLayout.SIZE, Long.BYTES);
            final MemorySegment mask = arena.allocate(JAVA_INT);
            attributes.set(JAVA_INT, QueuePairLayout.STATE, next.ordinal());
            library.initQpAttr.check(identifier, attributes.address(), mask.address());
            attributes.set(JAVA_INT, QueuePairLayout.ACCESS, Access.LOCAL_WRITE | Access.REMOTE);
            if (responderResources > 0) {
                attributes.set(JAVA_BYTE, QueuePairLayout.MAX_DEST_RD_ATOMIC, (byte) responderResources);
            }
            if (initiatorDepth > 0) {
                attributes.set(JAVA_BYTE, QueuePairLayout.MAX_RD_ATOMIC, (byte) initiatorDepth);
            }
            queuePair.modify(attributes, mask.get(JAVA_INT, 0) | QueuePairParameter.STATE.mask());
        }
    }

    private void onEvent(final ConnectionEvent event) {
        if (state == ENDED) {
            return;
        }
        try {
            switch (event.type()) {
                case ConnectionLayout.ADDR_RESOLVED -> onAddress();
                case ConnectionLayout.ROUTE_RESOLVED -> onRoute();
                case ConnectionLayout.CONNECT_RESPONSE -> onResponse(event);
                case ConnectionLayout.ESTABLISHED -> establish(event.privateData());
                case ConnectionLayout.DISCONNECTED, ConnectionLayout.DEVICE_REMOVAL -> onEndByPeer();
                case ConnectionLayout.TIMEWAIT_EXIT -> {
                    // The connection's numbers can be used again.
                }
                default -> reject(reason(event));
            }
        } catch (final VerbsException e) {
            reject(e.getMessage());
        }
    }

    private void onAddress() {
        checkDevice();
        library.resolveRoute.check(identifier, RESOLVE_MILLIS);
    }

    private void onRoute() {
        try (Arena arena = Arena.ofConfined()) {
            library.connect.check(
                    identifier, wish(arena, readDepth(), readDepth()).address());
        }
    }

    private void onResponse(final ConnectionEvent event) {
        ready(QueuePairState.INIT, 0, 0);
        ready(QueuePairState.RTR, 0, 0);
        ready(QueuePairState.RTS, 0, 0);
        library.establish.check(identifier);
        establish(event.privateData());
    }

    private void establish(final byte[] privateData) {
        state = ESTABLISHED;
        handler.onEstablished(this, privateData);
    }

    /** The peer waits for an answer, which a disconnection of this side's is. */
    private void onEndByPeer() {
        library.disconnect.errno(identifier);
        onEnd();
    }

    private void onEnd() {
        if (state == ENDED) {
            return;
        }
        final boolean wasEstablished = state == ESTABLISHED;
        end();
        if (wasEstablished) {
            handler.onDisconnected(this);
        } else {
            handler.onRejected(this, "the peer ended the connection before it was established");
        }
    }

    private void reject(final String reason) {
        end();
        handler.onRejected(this, reason);
    }

    private static String reason(final ConnectionEvent event) {
        return switch (event.type()) {
            case ConnectionLayout.ADDR_ERROR -> "address cannot be resolved: errno=" + -event.status();
            case ConnectionLayout.ROUTE_ERROR -> "there is no route: errno=" + -event.status();
            case ConnectionLayout.REJECTED -> Rejection.describe(event.status(), event.privateData());
            case ConnectionLayout.UNREACHABLE -> "the peer does not answer: errno=" + -event.status();
            default -> "connection failed: event=" + event.type() + " status=" + event.status();
        };
    }

    private void end() {
        state = ENDED;
        if (!queuePair.isClosed()) {
            queuePair.toError();
        }
    }

    @Override
    public void disconnect() {
        if (state == ESTABLISHED) {
            // A peer that is gone does not answer for a long time: this side is told without waiting for it.
            library.disconnect.errno(identifier);
            queuePair.toError();
            ending.arm(0);
        } else if (state == CONNECTING) {
            end();
        }
    }

    /** The queue pair is gone, and the identifier with it. */
    void release() {
        state = ENDED;
        ending.cancel();
        if (identifier != Native.NULL) {
            events.destroy(identifier);
            identifier = Native.NULL;
        }
    }
}
