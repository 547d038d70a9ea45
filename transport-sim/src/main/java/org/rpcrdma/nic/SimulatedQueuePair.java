// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.function.Consumer;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.cost.FaultyCall;
import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.nic.host.AsyncEvents;
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
 * A queue pair: its state, and the two halves of the transport, which are made anew whenever it
 * leaves the state RESET.
 *
 * <p>It goes from state to state by {@link #modify}; the connection manager takes it from INIT to RTS at once.
 */
final class SimulatedQueuePair implements QueuePair, CompletionQueueUser, XrcReceiver, PacketSink {
    /** Whether it waits for its turn at the {@link Transmitter}. */
    boolean isInTurn;
    /** Whether its {@link ResponseSender} has something to send; here, where it is asked for at each turn. */
    boolean hasResponses;

    private static final int ENDLESS = 7;

    private final SimulatedDevice device;
    private final Personality personality;
    private final DomainUse domain;
    private final int number;
    private final QueuePairAttributes attributes;
    private final QueuePairAttachments attachments;
    private final QueuePairModification modification;
    private final QueuePairType type;
    private final QueuePairType peerType;
    private final PacketOrigin origin;
    /** Whether it has not one peer but many. */
    private final boolean hasPeers;
    /** Whether it is a DC target's responder for one initiator. */
    private final boolean isOfTarget;

    private final QueuePairParameters current = new QueuePairParameters();
    /** Made when a window is bound first. */
    private WindowBinding windowBinding;

    private QueuePairLife life;
    private QueuePairState state = QueuePairState.RESET;
    private boolean isClosed;
    /** Counts its lives: what was on its way to an earlier one is dropped. */
    private int epoch;

    /** The life of its peer that it heard from last. */
    private int peerEpoch;

    private int rights;
    /** Null where nobody is told of its failures. */
    private AsyncEvents.FailureHandler failureHandler;

    /** Whether it was told that a peer sends to it before it was ready to send; a DC target never is. */
    private boolean isEstablished;

    private PacketSink peer;
    private SimulatedConnection connection;

    SimulatedQueuePair(
            final SimulatedDevice device,
            final DomainUse domain,
            final int number,
            final QueuePairAttributes attributes,
            final QueuePairAttachments attachments) {
        this(device, domain, number, attributes, attachments, false);
    }

    /** A DC target's responder for one initiator: nobody but the target knows of it. */
    SimulatedQueuePair(final SimulatedQueuePair target, final PacketSink initiator, final long firstPsn) {
        this(target.device, target.domain, target.number, target.attributes, target.attachments, true);
        current.merge(target.current);
        rights = target.rights;
        peer = initiator;
        life.responder.connect(
                current.get(QueuePairParameter.PATH_MTU), device.attributes().maxReadAtomic(), firstPsn);
        life.responses.receiverNotReady(TimerCodes.receiverNotReady(current.get(QueuePairParameter.MIN_RNR_TIMER)));
        state = QueuePairState.RTS;
    }

    private SimulatedQueuePair(
            final SimulatedDevice device,
            final DomainUse domain,
            final int number,
            final QueuePairAttributes attributes,
            final QueuePairAttachments attachments,
            final boolean isOfTarget) {
        this.isOfTarget = isOfTarget;
        this.domain = domain;
        this.number = number;
        this.attributes = attributes;
        this.attachments = attachments;
        this.device = device;
        personality = device.personality();
        type = attributes.type();
        peerType = type.peer();
        origin = new PacketOrigin(device.gid(1, 0), number, type, this);
        hasPeers = type == QueuePairType.UD || type.isDynamic();
        modification = new QueuePairModification(device, type);
        begin();
    }

    @Override
    public int number() {
        return number;
    }

    SimulatedDevice device() {
        return device;
    }

    DomainUse domain() {
        return domain;
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

    /** A parameter that is a number. */
    int parameter(final QueuePairParameter parameter) {
        return current.get(parameter);
    }

    @Override
    public int epoch() {
        return epoch;
    }

    @Override
    public Link link() {
        return device.port();
    }

    /** Returns what its packets say of where they come from. */
    PacketOrigin origin() {
        return origin;
    }

    /** Returns a new packet to its peer. */
    Packet newPacket(final byte kind, final long psn) {
        final Packet packet = device.packets().take();
        packet.begin(kind, origin, epoch, peer(), psn);
        return packet;
    }

    int peerEpoch() {
        return peerEpoch;
    }

    /** The queue pair at the other end, or null while there is none of its number. */
    PacketSink peer() {
        if (peer == null && current.addressVector() != null) {
            peer = device.port()
                    .find(current.addressVector().destination(), current.get(QueuePairParameter.DESTINATION_NUMBER));
        }
        return peer;
    }

    /** Whether it receives. */
    boolean isOperational() {
        return state == QueuePairState.RTS
                || state == QueuePairState.RTR
                || state == QueuePairState.SQD
                || state == QueuePairState.SQE;
    }

    boolean canConnect() {
        return state == QueuePairState.INIT && connection == null && !isClosed;
    }

    /** Whether peers have a right through this queue pair. */
    boolean grants(final int right) {
        return (rights & right) == right;
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
            rights = current.get(QueuePairParameter.ACCESS_FLAGS);
            final QueuePairState before = state;
            state = next;
            if (parameters.has(QueuePairParameter.MIN_RNR_TIMER)) {
                life.responses.receiverNotReady(
                        TimerCodes.receiverNotReady(parameters.get(QueuePairParameter.MIN_RNR_TIMER)));
            }
            if (isNew) {
                enter(before, next);
            }
        }
    }

    private void enter(final QueuePairState before, final QueuePairState next) {
        if (next == QueuePairState.RTR) {
            peer = null;
            life.startReceiving(current);
        } else if (next == QueuePairState.RTS) {
            life.startSending(current);
            if (before == QueuePairState.SQE) {
                life.requester.resume();
            }
            if (before == QueuePairState.SQD && personality == Personality.RXE) {
                life.awaitDoorbell();
            }
            life.requester.wakeAt(device.postingCosts().ringDoorbell());
        } else if (next == QueuePairState.SQD && current.get(QueuePairParameter.SQ_DRAINED_NOTIFICATION) == 1) {
            life.requester.drain();
        }
    }

    private void reset() {
        final SimulatedConnection ended = connection;
        connection = null;
        state = QueuePairState.RESET;
        device.port().detachPayloads();
        endLife();
        current.clear();
        begin();
        if (ended != null) {
            ended.queuePairFailed();
        }
    }

    /** What is outstanding is forgotten; libmlx5 forgets what has completed, too. */
    private void endLife() {
        life.end();
        if (personality == Personality.MLX5) {
            attachments.clean(number);
        }
    }

    /** Begins a life with empty queues. */
    private void begin() {
        epoch++;
        peerEpoch = 0;
        peer = null;
        isEstablished = type == QueuePairType.DC_TARGET;
        life = new QueuePairLife(this, attributes, attachments);
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
        if (isClosed || state.ordinal() < QueuePairState.RTS.ordinal() || !type.hasSendQueue()) {
            // libmlx5 has no room for elements in a send queue in RESET
            final boolean isTooLarge = state == QueuePairState.RESET && !isAllOrNone;
            throw new PostException(
                    isTooLarge ? personality.sendTooLarge() : Errno.EINVAL,
                    "queue pair takes no sends: type=" + type + " state=" + state + " isClosed=" + isClosed,
                    0);
        }
        if (chain.size() != 0) {
            device.callFaults().countPost(FaultyCall.SEND);
            life.post(chain, isAllOrNone, state == QueuePairState.ERR || state == QueuePairState.SQE);
            if (device.fabric().taps().isOn) {
                device.fabric().taps().posted(this, (SendChain) chain);
            }
        }
    }

    @Override
    public int cancelPostedSends(final long wrId) {
        checkOpen();
        if (state != QueuePairState.SQD) {
            throw new VerbsException(Errno.EINVAL, "send queue does not drain: state=" + state);
        }
        return life.requester.cancel(wrId);
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
            windowBinding = new WindowBinding(this);
        }
        windowBinding.bind(window, wrId, flags, region, address, length, access);
    }

    @Override
    public void postReceive(final ReceiveRequests chain) {
        final ReceiveChain requests = (ReceiveChain) chain;
        final ReceiveQueue own = life.receiveQueue;
        if (isClosed || state == QueuePairState.RESET || own == null || !type.hasReceiveQueue()) {
            throw new PostException(
                    Errno.EINVAL,
                    "queue pair takes no Receives: type=" + type + " state=" + state + " isClosed=" + isClosed
                            + " isShared=" + (attachments.shared() != null),
                    0);
        }
        if (requests.size() == 0) {
            return;
        }
        device.callFaults().countPost(FaultyCall.RECEIVE);
        final long time = device.postingCosts().ringDoorbell();
        try {
            own.post(requests, time);
            if (device.fabric().taps().isOn) {
                device.fabric().taps().posted(this, requests);
            }
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
        connect(this, toItself(), 0);
    }

    private static QueuePairParameters toItself() {
        return new QueuePairParameters()
                .set(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC, 1)
                .set(QueuePairParameter.MAX_READ_ATOMIC, 1)
                .set(QueuePairParameter.RETRY_COUNT, ENDLESS)
                .set(QueuePairParameter.RNR_RETRY, ENDLESS);
    }

    /**
     * Joins it to its peer at once, in the state RTS.
     *
     * @param parameters numbers of the first packets, READs either way and retries: what the two sides agreed on.
     */
    void connect(final PacketSink other, final QueuePairParameters parameters, final int flowLabel) {
        peer = other;
        origin.flowLabel = flowLabel;
        final int mtu = Math.min(link().mtu(), other.link().mtu());
        current.merge(parameters)
                .set(QueuePairParameter.PATH_MTU, mtu)
                .set(QueuePairParameter.DESTINATION_NUMBER, other.number())
                .set(
                        QueuePairParameter.TIMEOUT,
                        TimerCodes.acknowledgementCode(device.costs().nanos(CostParameter.ACK_TIMEOUT)))
                .set(
                        QueuePairParameter.MIN_RNR_TIMER,
                        TimerCodes.receiverNotReadyCode(device.costs().nanos(CostParameter.RNR_TIMER)));
        life.start(current);
        state = QueuePairState.RTS;
    }

    @Override
    public void onFailure(final EventLoop loop, final Consumer<AsyncEventType> handler) {
        failureHandler = new AsyncEvents.FailureHandler(device.processors().own(loop), this::isClosed, handler);
    }

    void setConnection(final SimulatedConnection newConnection) {
        connection = newConnection;
    }

    /** Sends one packet. Returns whether another could follow at once. */
    boolean transmit(final long now) {
        return isOperational() && life.transmit(now, state);
    }

    /** Lets it take its turn from a time on. */
    void wakeAt(final long time) {
        life.requester.wakeAt(time);
    }

    @Override
    public void receive(final Packet packet) {
        if (!isOperational() || !isMeant(packet)) {
            device.packets().give(packet);
            return;
        }
        device.contexts().begin(number);
        if (state == QueuePairState.RTR && !isEstablished) {
            isEstablished = true;
            raise(AsyncEventType.COMM_EST);
        }
        life.receive(packet);
    }

    /** Whether a packet is for this life of the queue pair, from its peer, and from no life of that before the latest known. */
    private boolean isMeant(final Packet packet) {
        if (packet.epoch != epoch || packet.origin.type != peerType) {
            return false;
        }
        if (hasPeers) {
            return true;
        }
        if (packet.origin.sink != peer() || packet.originEpoch < peerEpoch) {
            return false;
        }
        peerEpoch = packet.originEpoch;
        return true;
    }

    /** Takes a packet that came to the DC target that it is a responder of. */
    void take(final Packet packet) {
        packet.sendTo(this);
        peerEpoch = packet.originEpoch;
        receive(packet);
    }

    /** Takes requests of a new connection. Returns false where the one before did not come to its end. */
    boolean reconnect(final long firstPsn) {
        return state == QueuePairState.RTS
                && life.responder instanceof Responder responder
                && responder.reconnect(firstPsn);
    }

    /** Whether it is a DC target's responder for one initiator. */
    boolean isOfTarget() {
        return isOfTarget;
    }

    boolean isClosed() {
        return isClosed;
    }

    /** Tells the application of an event, where devices of the kind do; it knows of no responders of targets. */
    void raise(final AsyncEventType event) {
        if (!isOfTarget && personality.tells(event)) {
            device.asyncEvents().raise(event, this, failureHandler);
        }
    }

    void land(final Packet packet) {
        if (isOperational() && packet.epoch == epoch) {
            life.land(packet);
        }
        device.packets().give(packet);
    }

    /** A READ of the peer's cannot be answered. */
    void readFailed(final long psn, final int statusThere, final int messageSequence, final long landing) {
        life.responder.readFailed(psn, statusThere, messageSequence, landing);
    }

    /** When the data of the packets that arrived so far is in memory. */
    long lastLanding() {
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

    @Override
    public void resetStream(final int stream) {
        checkOpen();
        DeviceLimits.require(device.attributes(), DeviceCapability.DC);
        DeviceLimits.checkIndex("stream", stream, SendArguments.STREAM_IDS);
        if (type != QueuePairType.DC_INITIATOR) {
            throw new VerbsException(Errno.EINVAL, "queue pair has no streams: type=" + type);
        }
        if (state != QueuePairState.RTS) {
            throw new VerbsException(Errno.EOPNOTSUPP, "streams cannot be reset: state=" + state);
        }
        life.initiator.reset(stream);
    }

    /** The DC target that it is a responder of ends a life: what it took is forgotten. */
    void drop() {
        state = QueuePairState.ERR;
        device.port().detachPayloads();
        life.end();
    }

    @Override
    public void sharedQueueClosed(final int closed) {
        life.targets.forget(closed);
    }

    /** A completion queue has lost completions of this queue pair. */
    @Override
    public void completionQueueOverran() {
        if (state != QueuePairState.ERR && state != QueuePairState.RESET) {
            failFatally();
        }
    }

    /** Fails, and tells of it: nothing that was asked of it is the reason. */
    void failFatally() {
        raise(AsyncEventType.QP_FATAL);
        fail();
    }

    /** A send failed: on an unreliable queue pair only sends are flushed, Receives go on; but soft-RoCE has no state for that. */
    void sendFailed() {
        if (type.isReliable() || state != QueuePairState.RTS || personality == Personality.RXE) {
            fail();
        } else {
            state = QueuePairState.SQE;
            device.port().detachPayloads();
            life.requester.flush();
        }
    }

    /** A local key of a send was found to have a wrong signature. */
    void signatureFailed() {
        if (attributes.stopsAtSignature() && state == QueuePairState.RTS) {
            state = QueuePairState.SQD;
            life.requester.drain();
        }
    }

    /** Nothing that was begun is left to be done in the state SQD. */
    void sendQueueDrained() {
        if (state == QueuePairState.SQD) {
            raise(AsyncEventType.SQ_DRAINED);
        }
    }

    /** Goes to the state ERR and flushes both queues; its connection ends. */
    void fail() {
        if (state == QueuePairState.ERR || state == QueuePairState.RESET || isClosed) {
            return;
        }
        state = QueuePairState.ERR;
        device.port().detachPayloads();
        life.flush();
        if (attachments.shared() != null || attachments.xrcDomain() != null) {
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
        device.port().detachPayloads();
        endLife();
        attachments.detach(this);
        device.asyncEvents().forget(this);
        device.queuePairs().remove(this);
        domain.removeQueuePair(this);
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
