// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.PostedSend;
import org.rpcrdma.rnic.queue.SendArguments;
import org.rpcrdma.rnic.queue.SendElements;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.transmit.Peer;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.RnicAddressHandle;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * Sends the packets of requests. Each packet uses the next PSN of the {@link SendSequence}, which this class advances.
 */
final class RequestSender {
    private final Peer peer;
    private final QueuePairParameters parameters;
    private final SendQueue queue;
    private final SendSequence sequence;
    private final SendElements memory;
    private final QueuePairType type;

    private final SendWindow window;
    private int mtu;

    RequestSender(
            final QueuePairContext context,
            final SendQueue queue,
            final SendSequence sequence,
            final SendElements memory,
            final SendWindow window) {
        this.queue = queue;
        this.sequence = sequence;
        this.memory = memory;
        this.window = window;
        peer = context.peer();
        parameters = context.parameters();
        type = context.self().type;
    }

    void connect(final int pathMtu) {
        mtu = pathMtu;
        if (window.isBounded() && type.isReliable()) {
            window.connect(peer.queuePair());
        }
    }

    /** Sends the request of an atomic operation. */
    void sendAtomic(final int slot, final byte operation) {
        final Packet packet = peer.newRequest(Packet.ATOMIC, sequence.psn());
        packet.operation = operation;
        packet.operand = queue.arguments.operands[slot];
        packet.swap = queue.arguments.swaps[slot];
        final PostedSend request = queue.at(slot);
        packet.remoteAddress = request.remoteAddress;
        packet.remoteKey = request.key;
        address(packet, slot);
        peer.send(packet);
        window.sent(true);
        sequence.nextRequest();
    }

    /** Returns true if the next packet of a request, or the next part of a READ, fits in the window. */
    boolean hasRoom(final int slot, final byte operation) {
        if (!window.isBounded() || !type.isReliable()) {
            return true;
        }
        final boolean isRead = Operation.isRead(operation) && !Operation.isAtomic(operation);
        return isRead ? window.hasRoomForRead(packetsToAskFor(slot)) : window.hasRoom();
    }

    /** Returns the number of response packets that the READ should request now. */
    private int packetsToAskFor(final int slot) {
        final int packet = sequence.packetOf(slot);
        final int left = (int) (queue.at(slot).lastPsn + 1 - sequence.psn());
        final int part = window.readPart();
        return Math.min(left, part - packet % part);
    }

    /**
     * Requests a READ's data, or its missing part, as far as the link's window permits. Returns true if all data has
     * been requested.
     */
    boolean sendRead(final int slot) {
        final int offset = sequence.packetOf(slot) * mtu;
        final int count = packetsToAskFor(slot);
        final Packet packet = peer.newRequest(Packet.READ_REQUEST, sequence.psn());
        final PostedSend request = queue.at(slot);
        packet.messageLength = (int) Math.min(queue.totals.get(slot) - offset, (long) count * mtu);
        packet.remoteAddress = request.remoteAddress + offset;
        packet.remoteKey = request.key;
        address(packet, slot);
        peer.send(packet);
        window.sent(true);
        window.readAsked(sequence.packetOf(slot));
        final boolean isAll = sequence.psn() + count > request.lastPsn;
        if (isAll) {
            sequence.nextRequest();
        } else {
            sequence.skipPackets(count);
        }
        return isAll;
    }

    /** Sends the next packet of a SEND, a WRITE or a flush. Returns false if the memory cannot be read. */
    boolean sendData(final int slot, final byte operation, final DmaTransfer transfer) {
        final PostedSend request = queue.at(slot);
        final int total = queue.totals.get(slot);
        final int offset = sequence.packetOf(slot) * mtu;
        final Packet packet = peer.newRequest(packetKind(operation), sequence.psn());
        packet.isFirst = offset == 0;
        packet.offset = offset;
        final boolean isLast = sequence.psn() == request.lastPsn;
        packet.isLast = isLast;
        packet.isAckRequested = !isLast && window.isAnswerDue();
        packet.messageLength = total;
        packet.remoteAddress = request.remoteAddress;
        packet.remoteKey = request.key;
        packet.isInvalidating = operation == Operation.SEND_WITH_INVALIDATE && isLast;
        packet.isSolicited = (request.flags & SendRequests.SOLICITED) != 0 && isLast;
        if (request.hasArguments) {
            addArguments(packet, slot, operation);
        }
        address(packet, slot);
        if (!memory.gather(transfer, packet, slot, offset, Math.min(mtu, total - offset))) {
            peer.drop(packet);
            return false;
        }
        window.sent(isLast || packet.isAckRequested);
        peer.send(packet);
        if (isLast) {
            sequence.nextRequest();
        } else {
            sequence.nextPacket();
        }
        return true;
    }

    private void addArguments(final Packet packet, final int slot, final byte operation) {
        final SendArguments arguments = queue.arguments;
        packet.hasImmediate = Operation.hasImmediate(operation) && packet.isLast;
        packet.immediate = arguments.immediates[slot];
        if (operation == Operation.ATOMIC_WRITE) {
            packet.messageLength = Long.BYTES;
        }
        packet.operand = operation == Operation.FLUSH ? arguments.ranges[slot] : arguments.operands[slot];
        packet.flushTypes = arguments.flushTypes[slot];
    }

    /** Sets the packet's destination, if the request specifies one. */
    private void address(final Packet packet, final int slot) {
        if (type == QueuePairType.UD) {
            addressDatagram(packet, slot);
        }
    }

    private void addressDatagram(final Packet packet, final int slot) {
        final SendArguments arguments = queue.arguments;
        packet.sendTo(((RnicAddressHandle) arguments.handles[slot]).find(arguments.targets[slot]));
        final int qkey = arguments.qkeys[slot];
        packet.qkey = qkey < 0 ? parameters.get(QueuePairParameter.QKEY) : qkey;
    }

    private static byte packetKind(final byte operation) {
        return switch (operation) {
            case Operation.RDMA_WRITE, Operation.RDMA_WRITE_WITH_IMMEDIATE -> Packet.WRITE;
            case Operation.ATOMIC_WRITE -> Packet.ATOMIC_WRITE;
            case Operation.FLUSH -> Packet.FLUSH;
            default -> Packet.SEND;
        };
    }
}
