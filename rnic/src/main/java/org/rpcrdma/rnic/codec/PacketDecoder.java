// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.codec;

import static org.rpcrdma.rnic.roce.RocePacket.BTH_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.ICRC_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.MAX_PAYLOAD;

import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.SendArguments;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.rnic.roce.Syndrome;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * Decodes datagrams from {@link PacketEncoder} or from another NIC. Call {@link #wrap} first, which rejects malformed
 * datagrams, then {@link #decode}. The payload is not copied; it stays in the buffer.
 *
 * <p>Some fields of a {@link Packet} are not transmitted. Only the first packet of an RDMA WRITE contains the address
 * and the length. No packet contains its offset in the message or the queue pairs' incarnations.
 */
public final class PacketDecoder {
    private static final int WORD_MASK = 3;
    private static final int FLUSH_TYPES = SendRequests.FLUSH_GLOBAL | SendRequests.FLUSH_PERSISTENT;

    private final UnsafeBuffer buffer;
    private final RocePacket source = new RocePacket();
    private int operation;
    private QueuePairType transport;
    /** The offset at which the headers end. */
    private int headers;
    /** The number of bytes after the headers, without the pad. */
    private int payloadLength;

    /**
     * Creates a decoder.
     *
     * @param buffer the direct buffer that contains the datagrams.
     */
    public PacketDecoder(final ByteBuffer buffer) {
        this.buffer = new UnsafeBuffer(buffer);
    }

    /** Checks the datagram at the start of the buffer. Returns true if this NIC can process it. */
    public boolean wrap(final int length) {
        return wrap(0, length);
    }

    /** Checks a datagram in the buffer. Returns true if this NIC can process it. */
    public boolean wrap(final int begin, final int length) {
        source.wrap(buffer, begin, length);
        if (length < BTH_LENGTH + ICRC_LENGTH || (length & WORD_MASK) != 0) {
            return false;
        }
        final int opcode = source.opcode();
        operation = opcode & ~Opcodes.TRANSPORT;
        transport = transportOf(opcode & Opcodes.TRANSPORT);
        final int extension = Opcodes.extensionLength(opcode);
        if (extension < 0 || source.version() != 0 || source.partition() != RocePacket.PARTITION) {
            return false;
        }
        headers = BTH_LENGTH + extension;
        payloadLength = length - headers - source.pad() - ICRC_LENGTH;
        return payloadLength >= 0 && payloadLength <= MAX_PAYLOAD && isPayloadFit() && isAnswerKnown();
    }

    private static QueuePairType transportOf(final int bits) {
        return switch (bits) {
            case Opcodes.RELIABLE -> QueuePairType.RC;
            case Opcodes.UNRELIABLE -> QueuePairType.UC;
            default -> QueuePairType.UD;
        };
    }

    private boolean isPayloadFit() {
        return switch (operation) {
            case Opcodes.READ_REQUEST,
                    Opcodes.ACKNOWLEDGE,
                    Opcodes.ATOMIC_ACKNOWLEDGE,
                    Opcodes.COMPARE_SWAP,
                    Opcodes.FETCH_ADD,
                    Opcodes.FLUSH -> payloadLength == 0;
            case Opcodes.ATOMIC_WRITE -> payloadLength == Long.BYTES;
            default -> true;
        };
    }

    private boolean isAnswerKnown() {
        if (operation != Opcodes.ACKNOWLEDGE) {
            return true;
        }
        final int syndrome = source.syndrome();
        return switch (syndrome & Syndrome.KIND) {
            case Syndrome.ACKNOWLEDGED, Syndrome.NOT_READY -> true;
            default -> syndrome >= Syndrome.SEQUENCE_ERROR && syndrome <= Syndrome.REMOTE_OPERATIONAL_ERROR;
        };
    }

    /** Returns the 24-bit number of the destination queue pair. */
    public int destination() {
        return source.destination();
    }

    /** Returns the payload length in bytes. */
    public int payloadLength() {
        return payloadLength;
    }

    /** Returns the transport type. */
    public QueuePairType transport() {
        return transport;
    }

    /** Returns the 24-bit number of the source queue pair, which is defined only for unreliable datagrams. */
    public int source() {
        return source.source();
    }

    /** Returns true for a management datagram, which is sent from queue pair 1. */
    public boolean isManagement() {
        return operation == Opcodes.SEND_ONLY
                && transport == QueuePairType.UD
                && source.queueKey() == ManagementLayout.QUEUE_KEY
                && source.source() == ManagementLayout.QUEUE_PAIR
                && payloadLength == ManagementLayout.LENGTH;
    }

    /** Copies the payload to a buffer. */
    public void copyPayload(final MutableDirectBuffer target) {
        target.putBytes(0, source.bytes(), headers, payloadLength);
    }

    /** Converts the datagram to a packet. */
    public void decode(final Packet packet, final PacketOrigin origin, final PacketSink destination) {
        packet.begin(kind(), transport, origin, 0, destination, source.psn());
        packet.isSolicited = source.isSolicited();
        packet.isAckRequested = source.isAckRequested();
        packet.messageSequence = 0;
        switch (packet.kind) {
            case Packet.SEND -> send(packet);
            case Packet.WRITE -> write(packet);
            case Packet.READ_REQUEST, Packet.ATOMIC_WRITE -> memory(packet);
            case Packet.READ_RESPONSE -> readResponse(packet);
            case Packet.ATOMIC -> atomic(packet);
            case Packet.FLUSH -> flush(packet);
            default -> answer(packet);
        }
        if (packet.kind == Packet.ATOMIC_WRITE) {
            packet.operand = UnsafeApi.getLong(payload());
        } else if (packet.kind == Packet.ATOMIC_RESPONSE) {
            packet.payload.setLong(source.original());
            acknowledged(packet);
        } else if (payloadLength != 0) {
            packet.payload.add(payload(), payloadLength);
        }
    }

    private long payload() {
        return source.bytes().addressOffset() + headers;
    }

    private byte kind() {
        return switch (operation) {
            case Opcodes.WRITE_FIRST,
                    Opcodes.WRITE_MIDDLE,
                    Opcodes.WRITE_LAST,
                    Opcodes.WRITE_LAST_IMMEDIATE,
                    Opcodes.WRITE_ONLY,
                    Opcodes.WRITE_ONLY_IMMEDIATE -> Packet.WRITE;
            case Opcodes.READ_REQUEST -> Packet.READ_REQUEST;
            case Opcodes.READ_RESPONSE_FIRST,
                    Opcodes.READ_RESPONSE_MIDDLE,
                    Opcodes.READ_RESPONSE_LAST,
                    Opcodes.READ_RESPONSE_ONLY -> Packet.READ_RESPONSE;
            case Opcodes.ACKNOWLEDGE -> acknowledgeKind();
            case Opcodes.ATOMIC_ACKNOWLEDGE -> Packet.ATOMIC_RESPONSE;
            case Opcodes.COMPARE_SWAP, Opcodes.FETCH_ADD -> Packet.ATOMIC;
            case Opcodes.FLUSH -> Packet.FLUSH;
            case Opcodes.ATOMIC_WRITE -> Packet.ATOMIC_WRITE;
            default -> Packet.SEND;
        };
    }

    private byte acknowledgeKind() {
        final int syndrome = source.syndrome();
        return switch (syndrome & Syndrome.KIND) {
            case Syndrome.ACKNOWLEDGED -> Packet.ACK;
            case Syndrome.NOT_READY -> Packet.RNR_NAK;
            default -> syndrome == Syndrome.SEQUENCE_ERROR ? Packet.SEQUENCE_NAK : Packet.NAK;
        };
    }

    private void send(final Packet packet) {
        if (transport == QueuePairType.UD) {
            packet.qkey = source.queueKey();
        }
        switch (operation) {
            case Opcodes.SEND_FIRST -> packet.isLast = false;
            case Opcodes.SEND_MIDDLE -> {
                packet.isFirst = false;
                packet.isLast = false;
            }
            case Opcodes.SEND_LAST, Opcodes.SEND_LAST_IMMEDIATE, Opcodes.SEND_LAST_INVALIDATE -> packet.isFirst = false;
            default -> {
                // The packet is the only one of its message.
            }
        }
        if (Opcodes.invalidates(operation)) {
            packet.isInvalidating = true;
            packet.remoteKey = source.invalidated();
        } else if (operation == Opcodes.SEND_LAST_IMMEDIATE || operation == Opcodes.SEND_ONLY_IMMEDIATE) {
            immediate(packet);
        }
    }

    private void write(final Packet packet) {
        if (Opcodes.hasReth(operation)) {
            memory(packet);
        } else {
            packet.isFirst = false;
        }
        if (operation == Opcodes.WRITE_LAST_IMMEDIATE || operation == Opcodes.WRITE_ONLY_IMMEDIATE) {
            immediate(packet);
        }
        packet.isLast = operation != Opcodes.WRITE_FIRST && operation != Opcodes.WRITE_MIDDLE;
    }

    private void immediate(final Packet packet) {
        packet.hasImmediate = true;
        packet.immediate = source.immediate();
    }

    private void memory(final Packet packet) {
        packet.remoteAddress = source.address();
        packet.remoteKey = source.key();
        packet.messageLength = source.dmaLength();
    }

    private void readResponse(final Packet packet) {
        packet.isFirst = operation == Opcodes.READ_RESPONSE_FIRST || operation == Opcodes.READ_RESPONSE_ONLY;
        packet.isLast = operation == Opcodes.READ_RESPONSE_LAST || operation == Opcodes.READ_RESPONSE_ONLY;
        if (operation != Opcodes.READ_RESPONSE_MIDDLE) {
            packet.messageSequence = source.messageSequence();
            acknowledged(packet);
        }
    }

    /** Decodes the acknowledgement in a response. A response without a positive acknowledgement is invalid. */
    private void acknowledged(final Packet packet) {
        if ((source.syndrome() & Syndrome.KIND) != Syndrome.ACKNOWLEDGED) {
            packet.status = CompletionStatus.BAD_RESP_ERR;
        }
    }

    private void atomic(final Packet packet) {
        final boolean isSwap = operation == Opcodes.COMPARE_SWAP;
        packet.operation = isSwap ? Operation.COMPARE_AND_SWAP : Operation.FETCH_AND_ADD;
        packet.remoteAddress = source.address();
        packet.remoteKey = source.key();
        packet.operand = isSwap ? source.compare() : source.swapOrAdd();
        packet.swap = isSwap ? source.swapOrAdd() : 0;
    }

    private void flush(final Packet packet) {
        memory(packet);
        packet.flushTypes =
                source.placement() & FLUSH_TYPES | (source.isWholeRegion() ? SendArguments.WHOLE_REGION : 0);
        packet.operand = Integer.toUnsignedLong(packet.messageLength);
    }

    private void answer(final Packet packet) {
        packet.messageSequence = source.messageSequence();
        if (packet.kind == Packet.RNR_NAK) {
            packet.wait = TimerCodes.rnrWait(source.syndrome() & Syndrome.VALUE);
        } else if (packet.kind == Packet.NAK) {
            packet.status = switch (source.syndrome()) {
                case Syndrome.INVALID_REQUEST -> CompletionStatus.REM_INV_REQ_ERR;
                case Syndrome.REMOTE_ACCESS_ERROR -> CompletionStatus.REM_ACCESS_ERR;
                default -> CompletionStatus.REM_OP_ERR;
            };
        }
    }
}
