// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.rnic.queue.Doorbell;
import org.rpcrdma.rnic.queue.InlineRoom;
import org.rpcrdma.rnic.queue.ReceiveQueue;
import org.rpcrdma.rnic.queue.RnicCompletionQueue;
import org.rpcrdma.rnic.queue.SendChain;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.queue.TakenReceives;
import org.rpcrdma.rnic.requester.LocalOperations;
import org.rpcrdma.rnic.requester.Requester;
import org.rpcrdma.rnic.requester.SendPosting;
import org.rpcrdma.rnic.responder.ReceiveTarget;
import org.rpcrdma.rnic.responder.RequestTaker;
import org.rpcrdma.rnic.responder.Responder;
import org.rpcrdma.rnic.responder.ResponseSender;
import org.rpcrdma.rnic.responder.UnreliableResponder;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.rnic.transmit.Peer;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * One life of a queue pair, from one RESET to the next: its queues and the two halves of the transport.
 *
 * <pre>
 * post --> SendPosting --> SendQueue --> Requester  ==packets==>  RequestTaker --> ReceiveTarget
 *                                            ^                         |
 *                                            +------packets------  ResponseSender
 * </pre>
 */
final class QueuePairLife {
    final SendPosting posting;
    final Requester requester;
    final RequestTaker responder;
    final ResponseSender responses;
    final ReceiveTarget target;
    final Peer peer;
    /** The queue pair's own receive queue, or null if the queue pair uses a shared queue. */
    final ReceiveQueue receiveQueue;

    private final DeviceProfile device;
    private final Doorbell doorbell;
    private final QueuePairType type;

    /** True while requests that are ready to be sent must wait until another request is posted. */
    private boolean awaitsDoorbell;

    /**
     * Creates a life with empty queues.
     *
     * @param context     the context that all parts share.
     * @param attributes  the queue pair's attributes.
     * @param attachments the completion queues and the shared receive queue.
     * @param device      the device, which determines device-specific behaviour.
     * @param dma         reads and writes the host's memory.
     * @param doorbell    receives posts.
     */
    QueuePairLife(
            final QueuePairContext context,
            final QueuePairAttributes attributes,
            final QueuePairAttachments attachments,
            final DeviceProfile device,
            final DeviceDma dma,
            final Doorbell doorbell) {
        this.device = device;
        this.doorbell = doorbell;
        peer = context.peer();
        type = attributes.type();
        final QueuePairCapabilities sizes = attributes.capabilities();
        final SendQueue sendQueue = new SendQueue(
                sizes.maxSendWr(),
                sizes.maxSendSge(),
                sizes.maxInlineData(),
                InlineRoom.ofAnswers(device, attributes),
                dma.contexts());
        posting = new SendPosting(context, sendQueue, sizes.maxInlineData(), dma.memory());
        final LocalOperations localOperations = new LocalOperations(context, sendQueue, dma.keys(), device.times());
        requester =
                new Requester(context, sendQueue, attachments.sends(), attributes.signalsAll(), localOperations, dma);
        responses = new ResponseSender(context, dma);
        final ReceiveQueue receives = receives(
                context.domain(),
                dma.contexts(),
                attributes.capabilities(),
                attachments,
                InlineRoom.ofReceives(device, attributes));
        receiveQueue = attachments.shared() == null ? receives : null;
        target = new ReceiveTarget(context, receives, dma);
        responder = type.isReliable()
                ? new Responder(context, target, responses, dma)
                : new UnreliableResponder(context, target, dma);
    }

    private static ReceiveQueue receives(
            final int domain,
            final NicCaches contexts,
            final QueuePairCapabilities sizes,
            final QueuePairAttachments attachments,
            final int room) {
        final RnicCompletionQueue completions = attachments.receives();
        return attachments.shared() != null
                ? new TakenReceives(attachments.shared(), completions, room)
                : new ReceiveQueue(domain, contexts, completions, sizes.maxReceiveWr(), sizes.maxReceiveSge(), room);
    }

    /** Starts accepting incoming requests. */
    void startReceiving(final QueuePairParameters parameters) {
        responder.connect(
                pathMtu(parameters),
                parameters.get(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC),
                parameters.get(QueuePairParameter.RECEIVE_PSN));
    }

    /** Starts sending requests. */
    void startSending(final QueuePairParameters parameters) {
        startSending(parameters, TimerCodes.acknowledgement(parameters.get(QueuePairParameter.TIMEOUT)));
    }

    private void startSending(final QueuePairParameters parameters, final long ackTimeout) {
        if (!requester.isConnected()) {
            requester.connect(
                    pathMtu(parameters),
                    parameters.get(QueuePairParameter.RETRY_COUNT),
                    parameters.get(QueuePairParameter.RNR_RETRY),
                    ackTimeout,
                    device.personality().readAtomics(parameters.get(QueuePairParameter.MAX_READ_ATOMIC)),
                    parameters.get(QueuePairParameter.SEND_PSN));
        }
    }

    /** Returns the maximum payload per packet, which is the port's maximum for datagrams. */
    private int pathMtu(final QueuePairParameters parameters) {
        return type == QueuePairType.UD ? peer.link().mtu() : parameters.get(QueuePairParameter.PATH_MTU);
    }

    /** Starts accepting and sending requests on behalf of the connection manager, with the device's timers. */
    void start(final QueuePairParameters parameters) {
        startSending(parameters, device.protocol().acknowledgement());
        startReceiving(parameters);
        responses.setRnrWait(device.protocol().receiverNotReady());
    }

    /**
     * Defers posted requests until another request is posted, as soft-RoCE does when a queue pair leaves the drained
     * state SQD.
     */
    void awaitDoorbell() {
        awaitsDoorbell = requester.hasWork() && !requester.isInMessage() && !requester.isAnswerMissing();
    }

    /** Posts a chain, or flushes it if the queue pair is flushing sends. */
    void post(final SendRequests chain, final boolean isAllOrNone, final boolean isFlushing) {
        final long time = doorbell.ring((SendChain) chain);
        final boolean wasIdle = awaitsDoorbell || !requester.hasWork();
        try {
            if (isAllOrNone) {
                posting.postAllOrNone((SendChain) chain, time);
            } else {
                posting.post((SendChain) chain, time);
            }
        } finally {
            awaitsDoorbell = false;
            if (isFlushing) {
                requester.flush();
            } else if (wasIdle && requester.hasWork()) {
                requester.wakeAt(time);
            }
        }
    }

    /**
     * Sends one packet: a response if one is pending, otherwise a request. Returns true if another packet could follow
     * immediately.
     */
    boolean transmit(final long now, final QueuePairState state, final boolean hasResponses) {
        if (hasResponses && responses.isReady(now)) {
            return responses.transmit() || requester.hasWork();
        }
        final boolean maySend = state == QueuePairState.RTS && !awaitsDoorbell
                || state == QueuePairState.SQD && requester.isInMessage();
        return maySend && requester.transmit(now);
    }

    void receive(final Packet packet) {
        switch (packet.kind) {
            case Packet.READ_RESPONSE, Packet.ATOMIC_RESPONSE -> requester.readResponse(packet);
            case Packet.ACK, Packet.NAK, Packet.RNR_NAK, Packet.SEQUENCE_NAK -> {
                requester.answer(packet);
                peer.drop(packet);
            }
            default -> responder.request(packet);
        }
    }

    /** Returns the time, in ns, at which the data of all packets received so far is in memory. */
    long lastLanding() {
        return Math.max(requester.lastLanding(), responder.lastLanding());
    }

    /** Completes all requests with WR_FLUSH_ERR. */
    void flush() {
        requester.flush();
        responder.flush();
    }

    /** Discards all outstanding requests and packets. */
    void end() {
        requester.discard();
        responder.drop();
        target.drop();
    }
}
