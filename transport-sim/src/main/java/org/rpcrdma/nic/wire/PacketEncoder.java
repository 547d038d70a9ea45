// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.wire;

import static org.rpcrdma.roce.RoceLayout.ATOMIC_COMPARE;
import static org.rpcrdma.roce.RoceLayout.ATOMIC_KEY;
import static org.rpcrdma.roce.RoceLayout.ATOMIC_SWAP_OR_ADD;
import static org.rpcrdma.roce.RoceLayout.BTH_ACK_REQUEST;
import static org.rpcrdma.roce.RoceLayout.BTH_DESTINATION;
import static org.rpcrdma.roce.RoceLayout.BTH_FLAGS;
import static org.rpcrdma.roce.RoceLayout.BTH_LENGTH;
import static org.rpcrdma.roce.RoceLayout.BTH_PAD_SHIFT;
import static org.rpcrdma.roce.RoceLayout.BTH_PARTITION_KEY;
import static org.rpcrdma.roce.RoceLayout.BTH_PSN;
import static org.rpcrdma.roce.RoceLayout.BTH_SOLICITED;
import static org.rpcrdma.roce.RoceLayout.DETH_SOURCE;
import static org.rpcrdma.roce.RoceLayout.MASK_24;
import static org.rpcrdma.roce.RoceLayout.RETH_DMA_LENGTH;
import static org.rpcrdma.roce.RoceLayout.RETH_KEY;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.TimerCodes;
import org.rpcrdma.nic.queue.Operation;
import org.rpcrdma.nic.queue.SendArguments;
import org.rpcrdma.roce.Opcodes;
import org.rpcrdma.roce.Syndrome;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * Writes packets as datagrams, from the base transport header to the pad; {@link PacketDecoder} reads them. What a
 * packet of the NIC has beside that stays here: it is not on a wire.
 */
public final class PacketEncoder {
    private static final short DEFAULT_PARTITION = (short) 0xffff;
    private static final int PAD_MASK = 3;
    private static final int SYNDROME_SHIFT = 24;
    private static final int FLUSH_SELECTION_SHIFT = 4;

    private final ByteBuffer buffer;
    private final long address;

    /**
     * Makes an encoder.
     *
     * @param buffer direct and big-endian, takes every datagram from its begin on.
     */
    public PacketEncoder(final ByteBuffer buffer) {
        if (!buffer.isDirect() || buffer.order() != ByteOrder.BIG_ENDIAN) {
            throw new IllegalArgumentException("the buffer must be direct and big-endian: " + buffer);
        }
        this.buffer = buffer;
        address = BufferUtil.address(buffer);
    }

    /** Writes a packet for a queue pair's number; returns the offset of its end, where its invariant CRC goes. */
    public int encode(final Packet packet, final int destination) {
        final int opcode = opcode(packet);
        final int length = payloadLength(packet);
        final int pad = -length & PAD_MASK;
        buffer.put(0, (byte) (transport(packet.transport) | opcode));
        buffer.put(BTH_FLAGS, (byte) ((packet.isSolicited ? BTH_SOLICITED : 0) | pad << BTH_PAD_SHIFT));
        buffer.putShort(BTH_PARTITION_KEY, DEFAULT_PARTITION);
        buffer.putInt(BTH_DESTINATION, destination & MASK_24);
        buffer.putInt(BTH_PSN, (int) packet.psn & MASK_24 | (isAckRequested(packet) ? BTH_ACK_REQUEST : 0));
        final int at = extension(packet, BTH_LENGTH);
        if (packet.kind == Packet.ATOMIC_WRITE) {
            UnsafeApi.putLong(address + at, packet.operand);
        } else if (length != 0) {
            packet.payload.peek(address + at);
        }
        for (int i = 0; i < pad; i++) {
            buffer.put(at + length + i, (byte) 0);
        }
        return at + length + pad;
    }

    private static int payloadLength(final Packet packet) {
        return switch (packet.kind) {
            case Packet.ATOMIC_WRITE -> Long.BYTES;
            case Packet.ATOMIC_RESPONSE -> 0;
            default -> packet.payload.length();
        };
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
            default -> throw new IllegalArgumentException("packets of this transport are not sent: type=" + type);
        };
    }

    /** Returns the operation, the lower five bits of the opcode. */
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

    /** Returns the opcode of a message's part: the first, the middle and the last are one behind the other. */
    private static int part(final Packet packet, final int first, final int only) {
        if (packet.isFirst) {
            return packet.isLast ? only : first;
        }
        return packet.isLast ? first + 2 : first + 1;
    }

    /** Writes the headers between the base transport header and the payload; returns their end. */
    private int extension(final Packet packet, final int at) {
        return switch (packet.kind) {
            case Packet.SEND -> sendExtension(packet, at);
            case Packet.WRITE -> immediate(packet, packet.isFirst ? memory(packet, at, packet.messageLength) : at);
            case Packet.READ_REQUEST -> memory(packet, at, packet.messageLength);
            case Packet.READ_RESPONSE -> packet.isFirst || packet.isLast ? answer(packet, at, Syndrome.ACK) : at;
            case Packet.ATOMIC -> atomic(packet, at);
            case Packet.ATOMIC_RESPONSE -> {
                buffer.putLong(at + Opcodes.AETH, UnsafeApi.getLong(packet.payload.address()));
                yield answer(packet, at, Syndrome.ACK) + Opcodes.ATOMIC_ACK_ETH;
            }
            case Packet.ATOMIC_WRITE -> memory(packet, at, Long.BYTES);
            case Packet.FLUSH -> flush(packet, at);
            default -> answer(packet, at, syndrome(packet));
        };
    }

    private int sendExtension(final Packet packet, final int at) {
        if (packet.transport == QueuePairType.UD) {
            buffer.putInt(at, packet.qkey);
            buffer.putInt(at + DETH_SOURCE, packet.origin.number & MASK_24);
            return immediate(packet, at + Opcodes.DETH);
        }
        if (packet.isInvalidating) {
            buffer.putInt(at, packet.remoteKey);
            return at + Opcodes.IETH;
        }
        return immediate(packet, at);
    }

    private int immediate(final Packet packet, final int at) {
        if (!packet.hasImmediate) {
            return at;
        }
        buffer.putInt(at, packet.immediate);
        return at + Opcodes.IMMEDIATE;
    }

    private int memory(final Packet packet, final int at, final int length) {
        buffer.putLong(at, packet.remoteAddress);
        buffer.putInt(at + RETH_KEY, packet.remoteKey);
        buffer.putInt(at + RETH_DMA_LENGTH, length);
        return at + Opcodes.RETH;
    }

    private int atomic(final Packet packet, final int at) {
        final boolean isSwap = packet.operation == Operation.COMPARE_AND_SWAP;
        buffer.putLong(at, packet.remoteAddress);
        buffer.putInt(at + ATOMIC_KEY, packet.remoteKey);
        buffer.putLong(at + ATOMIC_SWAP_OR_ADD, isSwap ? packet.swap : packet.operand);
        buffer.putLong(at + ATOMIC_COMPARE, isSwap ? packet.operand : 0);
        return at + Opcodes.ATOMIC_ETH;
    }

    private int flush(final Packet packet, final int at) {
        final int selection = (packet.flushTypes & SendArguments.WHOLE_REGION) == 0 ? 0 : 1;
        final int types = packet.flushTypes & (SendRequests.FLUSH_GLOBAL | SendRequests.FLUSH_PERSISTENT);
        buffer.putInt(at, selection << FLUSH_SELECTION_SHIFT | types);
        return memory(packet, at + Opcodes.FETH, (int) packet.operand);
    }

    private int answer(final Packet packet, final int at, final int syndrome) {
        buffer.putInt(at, syndrome << SYNDROME_SHIFT | packet.messageSequence & MASK_24);
        return at + Opcodes.AETH;
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
