// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

import java.util.function.Consumer;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.host.AsyncEvents;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.queue.CompletionQueueUser;
import org.rpcrdma.rnic.queue.Doorbell;
import org.rpcrdma.rnic.queue.ReceiveChain;
import org.rpcrdma.rnic.queue.ReceiveQueue;
import org.rpcrdma.rnic.queue.SendChain;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.rnic.transmit.Peer;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.QueuePairEvents;
import org.rpcrdma.rnic.transmit.TurnTaker;
import org.rpcrdma.rnic.transmit.TurnTimer;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * A queue pair: its state, and the two halves of the transport, which are created each time the queue pair leaves the
 * state RESET.
 *
 * <p>{@link #modify} changes the state. The connection manager moves a queue pair from INIT to RTS in one step.
 */
public final class RnicQueuePair extends TurnTaker
        implements QueuePair, CompletionQueueUser, PacketSink, QueuePairEvents {
    private static final int ENDLESS = 7;

    private final QueuePairTable table;
    private final DeviceProfile device;
    private final Link link;
    private final Doorbell doorbell;
    private final Personality personality;
    private final DomainUse domain;
    private final PacketOrigin self;
    private final int number;
    private final QueuePairAttributes attributes;
    private final QueuePairAttachments attachments;
    private final QueuePairModification modification;
    private final QueuePairType type;
    private final QueuePairParameters current = new QueuePairParameters();
    /** Created when the first window is bound. */
    private WindowBinding windowBinding;

    private QueuePairLife life;
    private QueuePairState state = QueuePairState.RESET;
    private boolean isClosed;
    /** The number of resets. Packets in flight to an earlier epoch are dropped. */
    private int epoch;

    /** The handler for the queue pair's failures, or null. */
    private AsyncEvents.FailureHandler failureHandler;
    /**
     * True if the application has been notified that the peer is already sending, although this side is not ready to
     * send.
     */
    private boolean isEstablished;

    private ConnectionEnd connection;

    /**
     * Creates a queue pair in the state RESET.
     *
     * @param table the table that contains the queue pair until it is closed.
     */
    RnicQueuePair(
            final QueuePairTable table,
            final DomainUse domain,
            final int number,
            final QueuePairAttributes attributes,
            final QueuePairAttachments attachments) {
        this.table = table;
        device = table.device();
        link = table.transmitter().link();
        doorbell = table.doorbell();
        this.domain = domain;
        this.number = number;
        this.attributes = attributes;
        this.attachments = attachments;
        personality = device.personality();
        type = attributes.type();
        self = new PacketOrigin(device.gid(), number, type, this);
        modification = new QueuePairModification(device.attributes(), link.mtu(), type);
        begin();
    }

    @Override
    public int number() {
        return number;
    }

    /** Returns the profile of the queue pair's device. */
    public DeviceProfile device() {
        return device;
    }

    @Override
    public QueuePairType type() {
        return type;
    }

    @Override
    public QueuePairCapabilities capabilities() {
        return attributes.capabilities();
    }

    @Override
    public QueuePairState state() {
        return state;
    }

    @Override
    public QueuePairParameters query() {
        checkOpen();
        return new QueuePairParameters().merge(current).state(state);
    }

    @Override
    public int epoch() {
        return epoch;
    }

    @Override
    public Link link() {
        return link;
    }

    @Override
    public PacketSink peer() {
        return life.peer.queuePair();
    }

    @Override
    public boolean isOperational() {
        return state == QueuePairState.RTS
                || state == QueuePairState.RTR
                || state == QueuePairState.SQD
                || state == QueuePairState.SQE;
    }

    public boolean canConnect() {
        return state == QueuePairState.INIT && connection == null && !isClosed;
    }

    @Override
    public void modify(final QueuePairParameters parameters) {
        checkOpen();
        final QueuePairState next = modification.check(state, parameters);
        if (next == QueuePairState.RESET) {
            reset();
        } else if (next == QueuePairState.ERR) {
            toError();
        } else {
            final boolean isNew = next != state;
            current.merge(parameters);
            life.peer.allow(current.get(QueuePairParameter.ACCESS_FLAGS));
            final QueuePairState before = state;
            state = next;
            if (parameters.has(QueuePairParameter.MIN_RNR_TIMER)) {
                life.responses.setRnrWait(TimerCodes.rnrWait(parameters.get(QueuePairParameter.MIN_RNR_TIMER)));
            }
            if (isNew) {
                enter(before, next);
            }
        }
    }

    private void enter(final QueuePairState before, final QueuePairState next) {
        if (next == QueuePairState.RTR) {
            life.peer.connect(null);
            life.startReceiving(current);
        } else if (next == QueuePairState.RTS) {
            life.startSending(current);
            if (before == QueuePairState.SQE) {
                life.requester.resume();
            }
            if (before == QueuePairState.SQD && personality == Personality.RXE) {
                life.awaitDoorbell();
            }
            life.requester.wakeAt(doorbell.ring(false));
        } else if (next == QueuePairState.SQD && current.get(QueuePairParameter.SQ_DRAINED_NOTIFICATION) == 1) {
            life.requester.drain();
        }
    }

    private void reset() {
        final ConnectionEnd ended = connection;
        connection = null;
        state = QueuePairState.RESET;
        link.detachPayloads();
        endLife();
        current.clear();
        begin();
        if (ended != null) {
            ended.queuePairFailed();
        }
    }

    /** Discards outstanding requests. Like libmlx5, it also discards their unpolled completions. */
    private void endLife() {
        life.end();
        if (personality == Personality.MLX5) {
            attachments.clean(number);
        }
    }

    /** Begins a life with empty queues. */
    private void begin() {
        epoch++;
        isEstablished = false;
        final TurnTimer turn = table.transmitter().newTurn(this);
        final Peer peer = table.transmitter().newPeer(self, epoch, current);
        final QueuePairContext context = new QueuePairContext(
                personality, table.transmitter().timeline(), self, domain.number(), current, peer, turn, this);
        life = table.newLife(context, attributes, attachments);
    }

    @Override
    public void postSend(final SendRequests chain) {
        post(chain, false);
    }

    @Override
    public void postSendOrNone(final SendRequests chain) {
        DeviceLimits.require(device.attributes(), DeviceCapability.POST_ALL_OR_NONE);
        post(chain, true);
    }

    private void post(final SendRequests chain, final boolean isAllOrNone) {
        if (isClosed || state.ordinal() < QueuePairState.RTS.ordinal()) {
            // In RESET, libmlx5's send queue cannot hold any elements.
            final boolean isTooLarge = state == QueuePairState.RESET && !isAllOrNone;
            throw new PostException(
                    isTooLarge ? personality.sendTooLarge() : Errno.EINVAL,
                    "queue pair does not accept sends: type=" + type + " state=" + state + " isClosed=" + isClosed,
                    0);
        }
        if (chain.size() != 0) {
            doorbell.count(FaultyCall.SEND);
            life.post(chain, isAllOrNone, state == QueuePairState.ERR || state == QueuePairState.SQE);
            doorbell.posted(number, (SendChain) chain);
        }
    }

    @Override
    public void bindMemoryWindow(
            final MemoryWindow window,
            final long wrId,
            final int flags,
            final MemoryRegion region,
            final long address,
            final long length,
            final int access) {
        if (windowBinding == null) {
            windowBinding = new WindowBinding(this, device.attributes());
        }
        windowBinding.bind(window, wrId, flags, region, address, length, access);
    }

    @Override
    public void postReceive(final ReceiveRequests chain) {
        final ReceiveChain requests = (ReceiveChain) chain;
        final ReceiveQueue own = life.receiveQueue;
        if (isClosed || state == QueuePairState.RESET || own == null) {
            throw new PostException(
                    Errno.EINVAL,
                    "queue pair does not accept Receives: type=" + type + " state=" + state + " isClosed=" + isClosed
                            + " isShared=" + (attachments.shared() != null),
                    0);
        }
        if (requests.size() == 0) {
            return;
        }
        doorbell.count(FaultyCall.RECEIVE);
        final long time = doorbell.ring(state == QueuePairState.INIT);
        try {
            own.post(requests, time);
            doorbell.posted(number, requests);
        } finally {
            if (state == QueuePairState.ERR && personality != Personality.RXE) {
                life.responder.flush();
            }
        }
    }

    @Override
    public void connectToItself() {
        if (isClosed || connection != null || state.ordinal() > QueuePairState.INIT.ordinal()) {
            throw new VerbsException(
                    Errno.EINVAL, "queue pair cannot be connected: number=" + number + " state=" + state);
        }
        connect(link().find(self.gid, number), toItself(), 0);
    }

    private QueuePairParameters toItself() {
        return new QueuePairParameters()
                .set(QueuePairParameter.PATH_MTU, link().mtu())
                .set(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC, 1)
                .set(QueuePairParameter.MAX_READ_ATOMIC, 1)
                .set(QueuePairParameter.RETRY_COUNT, ENDLESS)
                .set(QueuePairParameter.RNR_RETRY, ENDLESS);
    }

    /**
     * Connects the queue pair to its peer and moves it to RTS in one step.
     *
     * @param parameters the MTU, initial PSNs, READ depths and retries that the two sides agreed on.
     */
    public void connect(final PacketSink other, final QueuePairParameters parameters, final int flowLabel) {
        life.peer.connect(other);
        self.flowLabel = flowLabel;
        current.merge(parameters)
                .set(QueuePairParameter.DESTINATION_NUMBER, other.number())
                .set(
                        QueuePairParameter.TIMEOUT,
                        TimerCodes.acknowledgementCode(device.protocol().acknowledgement()))
                .set(
                        QueuePairParameter.MIN_RNR_TIMER,
                        TimerCodes.rnrTimerCode(device.protocol().receiverNotReady()));
        life.start(current);
        state = QueuePairState.RTS;
    }

    @Override
    public void onFailure(final EventLoop loop, final Consumer<AsyncEventType> handler) {
        failureHandler = table.asyncEvents().failureHandler(loop, this::isClosed, handler);
    }

    /** Returns true if a packet from the peer has arrived since this queue pair was connected. */
    public boolean hasHeardPeer() {
        return life.peer.hasBeenHeard();
    }

    public void setConnection(final ConnectionEnd newConnection) {
        connection = newConnection;
    }

    @Override
    public boolean transmit(final long now) {
        return isOperational() && life.transmit(now, state, hasResponses);
    }

    @Override
    public void receive(final Packet packet) {
        if (!isOperational() || !life.peer.sent(packet)) {
            table.transmitter().drop(packet);
            return;
        }
        table.transmitter().packetArrives(number);
        if (state == QueuePairState.RTR && !isEstablished) {
            isEstablished = true;
            raise(AsyncEventType.COMM_EST);
        }
        life.receive(packet);
    }

    boolean isClosed() {
        return isClosed;
    }

    @Override
    public void notReady() {
        table.countRnrNak();
    }

    /** Raises an event, if devices with this personality raise it. */
    @Override
    public void raise(final AsyncEventType event) {
        if (personality.tells(event)) {
            table.asyncEvents().raise(event, this, failureHandler);
        }
    }

    /** Returns the time, in ns, at which the data of all packets received so far is in memory. */
    public long lastLanding() {
        return life.lastLanding();
    }

    @Override
    public void toError() {
        checkOpen();
        if (state == QueuePairState.RESET) {
            state = QueuePairState.ERR;
        } else if (state == QueuePairState.ERR) {
            life.responder.flush();
        }
        fail();
    }

    /** Fails the queue pair because a completion queue has lost its completions. */
    @Override
    public void completionQueueOverran() {
        if (state != QueuePairState.ERR && state != QueuePairState.RESET) {
            failFatally();
        }
    }

    /** Fails the queue pair and raises QP_FATAL, because no request caused the failure. */
    public void failFatally() {
        raise(AsyncEventType.QP_FATAL);
        fail();
    }

    /**
     * Fails the queue pair after a send error. An unreliable queue pair moves to the state SQE, in which only the sends
     * are flushed and Receives continue. Soft-RoCE lacks this state, so the whole queue pair fails.
     */
    @Override
    public void sendFailed() {
        if (type.isReliable() || state != QueuePairState.RTS || personality == Personality.RXE) {
            fail();
        } else {
            state = QueuePairState.SQE;
            link.detachPayloads();
            life.requester.flush();
        }
    }

    @Override
    public void sendQueueDrained() {
        if (state == QueuePairState.SQD) {
            raise(AsyncEventType.SQ_DRAINED);
        }
    }

    /** Moves the queue pair to ERR, flushes both queues, and ends the connection. */
    @Override
    public void fail() {
        if (state == QueuePairState.ERR || state == QueuePairState.RESET || isClosed) {
            return;
        }
        state = QueuePairState.ERR;
        link.detachPayloads();
        life.flush();
        if (attachments.shared() != null) {
            raise(AsyncEventType.QP_LAST_WQE_REACHED);
        }
        if (connection != null) {
            connection.queuePairFailed();
        }
    }

    @Override
    public void close() {
        checkOpen();
        isClosed = true;
        state = QueuePairState.ERR;
        link.detachPayloads();
        endLife();
        attachments.detach(this);
        table.asyncEvents().forget(this);
        table.remove(number);
        domain.removeQueuePair();
        if (connection != null) {
            connection.queuePairFailed();
        }
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "queue pair is closed: number=" + number);
        }
    }
}
