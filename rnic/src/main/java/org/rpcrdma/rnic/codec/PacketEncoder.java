// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.codec;

import java.nio.ByteBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.SendArguments;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.rnic.roce.Syndrome;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * Encodes the NIC's packets as {@link RocePacket}s, which {@link PacketDecoder} decodes. Fields that the wire format
 * does not contain are not sent.
 */
public final class PacketEncoder {
    private final RocePacket target = new RocePacket();
    private final UnsafeBuffer buffer;

    /**
     * Creates an encoder.
     *
     * @param buffer the direct buffer to which datagrams are written.
     */
    public PacketEncoder(final ByteBuffer buffer) {
        this.buffer = new UnsafeBuffer(buffer);
    }

    /** Writes a packet to the start of the buffer and returns its end offset. */
    public int encode(final Packet packet, final int destination) {
        return encode(packet, destination, 0);
    }

    /**
     * Writes a packet for the given queue pair at an offset. Returns its end offset, which is where the invariant CRC
     * belongs.
     */
    public int encode(final Packet packet, final int destination, final int begin) {
        target.wrap(buffer, begin, buffer.capacity() - begin);
        target.begin(
                transport(packet.transport) | opcode(packet),
                destination,
                (int) packet.psn,
                isAckRequested(packet),
                packet.isSolicited);
        extension(packet);
        return begin + target.end(payload(packet));
    }

    /** Writes the payload and returns its length in bytes. */
    private int payload(final Packet packet) {
        if (packet.kind == Packet.ATOMIC_RESPONSE) {
            return 0;
        }
        final long at = target.bytes().addressOffset() + target.payloadOffset();
        if (packet.kind == Packet.ATOMIC_WRITE) {
            UnsafeApi.putLong(at, packet.operand);
            return Long.BYTES;
        }
        final int length = packet.payload.length();
        if (length != 0) {
            packet.payload.peek(at);
        }
        return length;
    }

    private static boolean isAckRequested(final Packet packet) {
        return (packet.isLast || packet.isAckRequested) && packet.transport.isReliable() && !isAnswer(packet.kind);
    }

    private static boolean isAnswer(final byte kind) {
        return switch (kind) {
            case Packet.READ_RESPONSE,
                    Packet.ATOMIC_RESPONSE,
                    Packet.ACK,
                    Packet.NAK,
                    Packet.RNR_NAK,
                    Packet.SEQUENCE_NAK -> true;
            default -> false;
        };
    }

    private static int transport(final QueuePairType type) {
        return switch (type) {
            case RC -> Opcodes.RELIABLE;
            case UC -> Opcodes.UNRELIABLE;
            case UD -> Opcodes.DATAGRAM;
            default -> throw new IllegalArgumentException("the queue pair's type has no packet format: type=" + type);
        };
    }

    /** Returns the operation code: the lower five bits of the opcode. */
    private static int opcode(final Packet packet) {
        return switch (packet.kind) {
            case Packet.SEND -> send(packet);
            case Packet.WRITE ->
                packet.hasImmediate
                        ? either(packet, Opcodes.WRITE_ONLY_IMMEDIATE, Opcodes.WRITE_LAST_IMMEDIATE)
                        : part(packet, Opcodes.WRITE_FIRST, Opcodes.WRITE_ONLY);
            case Packet.READ_REQUEST -> Opcodes.READ_REQUEST;
            case Packet.READ_RESPONSE -> part(packet, Opcodes.READ_RESPONSE_FIRST, Opcodes.READ_RESPONSE_ONLY);
            case Packet.ATOMIC ->
                packet.operation == Operation.COMPARE_AND_SWAP ? Opcodes.COMPARE_SWAP : Opcodes.FETCH_ADD;
            case Packet.ATOMIC_RESPONSE -> Opcodes.ATOMIC_ACKNOWLEDGE;
            case Packet.ATOMIC_WRITE -> Opcodes.ATOMIC_WRITE;
            case Packet.FLUSH -> Opcodes.FLUSH;
            default -> Opcodes.ACKNOWLEDGE;
        };
    }

    private static int send(final Packet packet) {
        if (packet.isInvalidating) {
            return either(packet, Opcodes.SEND_ONLY_INVALIDATE, Opcodes.SEND_LAST_INVALIDATE);
        }
        return packet.hasImmediate
                ? either(packet, Opcodes.SEND_ONLY_IMMEDIATE, Opcodes.SEND_LAST_IMMEDIATE)
                : part(packet, Opcodes.SEND_FIRST, Opcodes.SEND_ONLY);
    }

    private static int either(final Packet packet, final int only, final int last) {
        return packet.isFirst ? only : last;
    }

    /**
     * Returns the opcode for the packet's position in its message. The opcodes for first, middle and last packets are
     * consecutive.
     */
    private static int part(final Packet packet, final int first, final int only) {
        if (packet.isFirst) {
            return packet.isLast ? only : first;
        }
        return packet.isLast ? first + 2 : first + 1;
    }

    /** Writes the extended headers between the base transport header and the payload. */
    private void extension(final Packet packet) {
        switch (packet.kind) {
            case Packet.SEND -> sendExtension(packet);
            case Packet.WRITE -> writeExtension(packet);
            case Packet.READ_REQUEST -> memory(packet, packet.messageLength);
            case Packet.READ_RESPONSE -> {
                if (packet.isFirst || packet.isLast) {
                    target.answer(Syndrome.ACK, packet.messageSequence);
                }
            }
            case Packet.ATOMIC -> {
                final boolean isSwap = packet.operation == Operation.COMPARE_AND_SWAP;
                target.atomic(
                        packet.remoteAddress,
                        packet.remoteKey,
                        isSwap ? packet.swap : packet.operand,
                        isSwap ? packet.operand : 0);
            }
            case Packet.ATOMIC_RESPONSE ->
                target.answer(Syndrome.ACK, packet.messageSequence)
                        .original(UnsafeApi.getLong(packet.payload.address()));
            case Packet.ATOMIC_WRITE -> memory(packet, Long.BYTES);
            case Packet.FLUSH -> {
                final int types = packet.flushTypes & (SendRequests.FLUSH_GLOBAL | SendRequests.FLUSH_PERSISTENT);
                target.flush(types, (packet.flushTypes & SendArguments.WHOLE_REGION) != 0);
                memory(packet, (int) packet.operand);
            }
            default -> target.answer(syndrome(packet), packet.messageSequence);
        }
    }

    private void sendExtension(final Packet packet) {
        if (packet.transport == QueuePairType.UD) {
            target.datagram(packet.qkey, packet.origin.number);
        }
        if (packet.isInvalidating) {
            target.invalidated(packet.remoteKey);
        } else if (packet.hasImmediate) {
            target.immediate(packet.immediate);
        }
    }

    private void writeExtension(final Packet packet) {
        if (packet.isFirst) {
            memory(packet, packet.messageLength);
        }
        if (packet.hasImmediate) {
            target.immediate(packet.immediate);
        }
    }

    private void memory(final Packet packet, final int length) {
        target.memory(packet.remoteAddress, packet.remoteKey, length);
    }

    private static int syndrome(final Packet packet) {
        return switch (packet.kind) {
            case Packet.ACK -> Syndrome.ACK;
            case Packet.RNR_NAK -> Syndrome.NOT_READY | TimerCodes.rnrTimerCode(packet.wait);
            case Packet.SEQUENCE_NAK -> Syndrome.SEQUENCE_ERROR;
            default ->
                switch (packet.status) {
                    case CompletionStatus.REM_INV_REQ_ERR -> Syndrome.INVALID_REQUEST;
                    case CompletionStatus.REM_ACCESS_ERR -> Syndrome.REMOTE_ACCESS_ERROR;
                    default -> Syndrome.REMOTE_OPERATIONAL_ERROR;
                };
        };
    }
}
