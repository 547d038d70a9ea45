// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.connect;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.SocketAddresses;
import org.rpcrdma.ibverbs.event.ConnectionEvent;
import org.rpcrdma.ibverbs.event.ConnectionEvents;
import org.rpcrdma.ibverbs.event.IbvEventLoop;
import org.rpcrdma.ibverbs.layout.ConnectionLayout;
import org.rpcrdma.ibverbs.layout.QueuePairLayout;
import org.rpcrdma.ibverbs.layout.SocketAddressLayout;
import org.rpcrdma.ibverbs.library.Librdmacm;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.ibverbs.queue.IbvQueuePair;
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

    /**
     * The value that leaves the depth as the connection manager has set it, according to the peer's reply.
     */
    private static final int AS_AGREED = -1;

    private static final int RESOLVE_MILLIS = 2000;

    /**
     * The RNR timer, 0.64 ms, as in ibv_rc_pingpong. If the peer's message finds no Receive posted, the peer waits for
     * this time before it retries. rdma_cm's default value, 0, means 655 ms.
     */
    private static final byte RNR_TIMER = 12;

    private final DeviceContext device;
    private final Librdmacm library;
    private final IbvQueuePair queuePair;
    private final ConnectionEvents events;
    private final ConnectionParameters parameters;
    private final ConnectionHandler handler;
    private final InetSocketAddress remote;
    private final Timer ending;
    private InetSocketAddress local;
    private long identifier;
    private int state = CONNECTING;

    IbvConnection(
            final IbvQueuePair queuePair,
            final IbvEventLoop loop,
            final ConnectionParameters parameters,
            final ConnectionHandler handler,
            final InetSocketAddress remote) {
        device = queuePair.context();
        this.queuePair = queuePair;
        this.parameters = parameters;
        this.handler = handler;
        this.remote = remote;
        library = device.connectionLibrary();
        events = loop.connectionEvents();
        ending = loop.newTimer(this::onDisconnected);
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public InetSocketAddress local() {
        if (local == null && identifier != Native.NULL) {
            local = SocketAddresses.read(
                    Native.segment(identifier + ConnectionLayout.ID_LOCAL, SocketAddressLayout.SIZE));
        }
        return local;
    }

    /** Starts to connect. */
    void connect() {
        queuePair.join(this::release);
        orRelease(() -> {
            identifier = events.newIdentifier(this::onEvent);
            resolveAddress();
        });
    }

    /** If the device has an address in the peer's address family, uses it as the route's source address. */
    private void resolveAddress() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment peer = SocketAddresses.write(arena, remote);
            final MemorySegment own = device.addresses()
                    .towards(remote.getAddress())
                    .map(address -> SocketAddresses.write(arena, new InetSocketAddress(address, 0)))
                    .orElse(MemorySegment.NULL);
            library.resolveAddr.check(identifier, own.address(), peer.address(), RESOLVE_MILLIS);
        }
    }

    /** Takes ownership of the identifier that belongs to a peer's request. */
    void adopt(final ConnectionEvents from, final ConnectionEvent request) {
        queuePair.join(this::release);
        orRelease(() -> {
            events.adopt(request.identifier(), from, this::onEvent);
            identifier = request.identifier();
        });
    }

    /** Accepts the adopted request, or rejects the peer if accepting fails. */
    void accept(final ConnectionEvent request) {
        orRelease(() -> {
            checkDevice();
            final int taken = Math.min(responderResources(), request.responderResources());
            final int asked = Math.min(initiatorDepth(), request.initiatorDepth());
            ready(QueuePairState.INIT, AS_AGREED, AS_AGREED);
            ready(QueuePairState.RTR, taken, asked);
            ready(QueuePairState.RTS, taken, asked);
            answer(library.accept, taken, asked);
        });
    }

    private void orRelease(final Runnable step) {
        try {
            step.run();
        } catch (final RuntimeException e) {
            queuePair.leave();
            release();
            throw e;
        }
    }

    private int responderResources() {
        return Math.min(parameters.responderResources(), device.attributes().maxReadAtomic());
    }

    private int initiatorDepth() {
        return Math.min(parameters.initiatorDepth(), device.attributes().maxReadAtomic());
    }

    /** Checks that the route uses the queue pair's device, because routing may have selected another device. */
    private void checkDevice() {
        final long context = Native.getLong(identifier + ConnectionLayout.ID_VERBS);
        if (context != device.context()) {
            throw new VerbsException(Errno.EINVAL, "the route uses another device: device=" + device.name());
        }
    }

    /** Calls {@code rdma_connect} or {@code rdma_accept}. */
    private void answer(final NativeFunction function, final int responderResources, final int initiatorDepth) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment sent =
                    ConnectionFields.write(arena, parameters, queuePair, responderResources, initiatorDepth);
            function.check(identifier, sent.address());
        }
    }

    /**
     * Changes the queue pair's state, using the attributes that the connection manager provides. The accepting side
     * determines the depths.
     */
    private void ready(final QueuePairState next, final int responderResources, final int initiatorDepth) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attributes = arena.allocate(QueuePairLayout.SIZE, Long.BYTES);
            final MemorySegment mask = arena.allocate(JAVA_INT);
            attributes.set(JAVA_INT, QueuePairLayout.STATE, next.ordinal());
            library.initQpAttr.check(identifier, attributes.address(), mask.address());
            attributes.set(JAVA_INT, QueuePairLayout.ACCESS, Access.LOCAL_WRITE | Access.REMOTE);
            attributes.set(JAVA_BYTE, QueuePairLayout.MIN_RNR_TIMER, RNR_TIMER);
            if (responderResources != AS_AGREED) {
                attributes.set(JAVA_BYTE, QueuePairLayout.MAX_DEST_RD_ATOMIC, (byte) responderResources);
            }
            if (initiatorDepth != AS_AGREED) {
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
                case ConnectionLayout.ROUTE_RESOLVED -> answer(library.connect, responderResources(), initiatorDepth());
                case ConnectionLayout.CONNECT_RESPONSE -> onResponse(event);
                case ConnectionLayout.ESTABLISHED -> establish(event.privateData());
                case ConnectionLayout.DISCONNECTED -> onEndByPeer();
                case ConnectionLayout.ADDR_CHANGE, ConnectionLayout.TIMEWAIT_EXIT -> {
                    // ADDR_CHANGE concerns later connections only. TIMEWAIT_EXIT only permits the reuse of the queue
                    // pair's number.
                }
                default -> fail(reason(event));
            }
        } catch (final VerbsException e) {
            if (state != CONNECTING) {
                // The handler itself threw this exception.
                throw e;
            }
            fail(e.getMessage());
        }
    }

    private void onAddress() {
        checkDevice();
        library.resolveRoute.check(identifier, RESOLVE_MILLIS);
    }

    private void onResponse(final ConnectionEvent event) {
        ready(QueuePairState.INIT, AS_AGREED, AS_AGREED);
        ready(QueuePairState.RTR, AS_AGREED, AS_AGREED);
        ready(QueuePairState.RTS, AS_AGREED, AS_AGREED);
        library.establish.check(identifier);
        establish(event.privateData());
    }

    private void establish(final byte[] privateData) {
        if (state == CONNECTING) {
            state = ESTABLISHED;
            handler.onEstablished(this, privateData);
        }
    }

    /** Handles a disconnection by the peer. The peer waits for a reply, which this side sends by also disconnecting. */
    private void onEndByPeer() {
        library.disconnect.errno(identifier);
        fail("the peer closed the connection before it was established");
    }

    /** Closes the connection and reports its end to the handler, with the reason if the connection has failed. */
    private void fail(final String reason) {
        final boolean wasEstablished = state == ESTABLISHED;
        state = ENDED;
        flush();
        if (wasEstablished) {
            handler.onDisconnected(this);
        } else {
            handler.onRejected(this, reason);
        }
    }

    /** Flushes posted requests. If the device has been removed, no completions are generated. */
    private void flush() {
        try {
            queuePair.toError();
        } catch (final VerbsException e) {
            // The queue pair has been closed, or the device has been removed.
        }
    }

    private static String reason(final ConnectionEvent event) {
        return switch (event.type()) {
            case ConnectionLayout.ADDR_ERROR -> "address cannot be resolved: errno=" + -event.status();
            case ConnectionLayout.ROUTE_ERROR -> "there is no route to the peer: errno=" + -event.status();
            case ConnectionLayout.REJECTED -> Rejection.describe(event.status(), event.privateData());
            case ConnectionLayout.DEVICE_REMOVAL -> "the device was removed";
            case ConnectionLayout.UNREACHABLE -> "the peer does not answer: errno=" + -event.status();
            default -> "connection failed: event=" + event.type() + " status=" + event.status();
        };
    }

    @Override
    public void disconnect() {
        if (state == ESTABLISHED) {
            // This side does not wait for the peer's reply, because if the peer no longer exists, the wait would time
            // out only after a long time.
            ending.arm(0);
            library.disconnect.errno(identifier);
            flush();
        } else if (state == CONNECTING) {
            state = ENDED;
            flush();
        }
    }

    /** Reports the end of the connection to the handler, unless it has already been reported. */
    private void onDisconnected() {
        if (state == ESTABLISHED) {
            fail("this side closed the connection");
        }
    }

    /** Destroys the identifier when the queue pair is closed. */
    void release() {
        state = ENDED;
        ending.cancel();
        if (identifier != Native.NULL) {
            events.destroy(identifier);
            identifier = Native.NULL;
        }
    }
}
