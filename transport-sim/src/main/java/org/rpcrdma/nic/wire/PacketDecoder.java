// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.wire;

import static org.rpcrdma.roce.RoceLayout.ATOMIC_COMPARE;
import static org.rpcrdma.roce.RoceLayout.ATOMIC_KEY;
import static org.rpcrdma.roce.RoceLayout.ATOMIC_SWAP_OR_ADD;
import static org.rpcrdma.roce.RoceLayout.BTH_DESTINATION;
import static org.rpcrdma.roce.RoceLayout.BTH_FLAGS;
import static org.rpcrdma.roce.RoceLayout.BTH_LENGTH;
import static org.rpcrdma.roce.RoceLayout.BTH_PAD_SHIFT;
import static org.rpcrdma.roce.RoceLayout.BTH_PARTITION_KEY;
import static org.rpcrdma.roce.RoceLayout.BTH_PSN;
import static org.rpcrdma.roce.RoceLayout.BTH_SOLICITED;
import static org.rpcrdma.roce.RoceLayout.DETH_SOURCE;
import static org.rpcrdma.roce.RoceLayout.ICRC_LENGTH;
import static org.rpcrdma.roce.RoceLayout.MASK_24;
import static org.rpcrdma.roce.RoceLayout.RETH_DMA_LENGTH;
import static org.rpcrdma.roce.RoceLayout.RETH_KEY;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketOrigin;
import org.rpcrdma.nic.link.PacketSink;
import org.rpcrdma.nic.link.TimerCodes;
import org.rpcrdma.nic.queue.Operation;
import org.rpcrdma.nic.queue.SendArguments;
import org.rpcrdma.roce.Opcodes;
import org.rpcrdma.roce.Syndrome;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * Reads datagrams that {@link PacketEncoder}, or another NIC, wrote: first {@link #wrap}, which refuses what no NIC
 * sends, then {@link #decode}. A packet's payload stays where it is in the buffer.
 *
 * <p>A wire does not say everything that a packet of the NIC has: the memory of an RDMA WRITE and its length are in its
 * first packet only, the place of a packet in its message nowhere, nor the lives of queue pairs.
 */
public final class PacketDecoder {
    /** The longest payload of a packet: InfiniBand's largest MTU, bytes. */
    public static final int MAX_PAYLOAD = 4096;

    private static final int PARTITION_MASK = 0x7fff;
    private static final int VERSION_MASK = 0xf;
    private static final int PAD_MASK = 3;
    private static final int SYNDROME_SHIFT = 24;
    private static final int FLUSH_SELECTION_SHIFT = 4;
    private static final int FLUSH_SELECTION_MASK = 3;
    private static final int FLUSH_TYPES = SendRequests.FLUSH_GLOBAL | SendRequests.FLUSH_PERSISTENT;

    private final ByteBuffer buffer;
    private final long address;
    private int operation;
    private QueuePairType transport;
    /** The end of the headers. */
    private int headers;
    /** Bytes behind the headers, without the pad. */
    private int payloadLength;

    /**
     * Makes a decoder.
     *
     * @param buffer direct and big-endian, holds every datagram from its begin on.
     */
    public PacketDecoder(final ByteBuffer buffer) {
        if (!buffer.isDirect() || buffer.order() != ByteOrder.BIG_ENDIAN) {
            throw new IllegalArgumentException("the buffer must be direct and big-endian: " + buffer);
        }
        this.buffer = buffer;
        address = BufferUtil.address(buffer);
    }

    /** Looks at the datagram of a length in the buffer. Returns true if a NIC of ours takes such packets. */
    public boolean wrap(final int length) {
        if (length < BTH_LENGTH + ICRC_LENGTH || (length & PAD_MASK) != 0) {
            return false;
        }
        final int opcode = Byte.toUnsignedInt(buffer.get(0));
        operation = opcode & ~Opcodes.TRANSPORT;
        transport = transportOf(opcode & Opcodes.TRANSPORT);
        final int flags = buffer.get(BTH_FLAGS);
        final int partition = buffer.getShort(BTH_PARTITION_KEY) & PARTITION_MASK;
        if (transport == null || !isServed() || (flags & VERSION_MASK) != 0 || partition != PARTITION_MASK) {
            return false;
        }
        final int pad = flags >> BTH_PAD_SHIFT & PAD_MASK;
        headers = BTH_LENGTH + extensionLength();
        payloadLength = length - headers - pad - ICRC_LENGTH;
        return payloadLength >= 0 && payloadLength <= MAX_PAYLOAD && isPayloadFit() && isAnswerKnown();
    }

    private static QueuePairType transportOf(final int bits) {
        return switch (bits) {
            case Opcodes.RELIABLE -> QueuePairType.RC;
            case Opcodes.UNRELIABLE -> QueuePairType.UC;
            case Opcodes.DATAGRAM -> QueuePairType.UD;
            default -> null;
        };
    }

    private boolean isServed() {
        return switch (transport) {
            case UD -> operation == Opcodes.SEND_ONLY || operation == Opcodes.SEND_ONLY_IMMEDIATE;
            case UC -> operation <= Opcodes.WRITE_ONLY_IMMEDIATE;
            default -> operation <= Opcodes.ATOMIC_WRITE && extensionLength() >= 0;
        };
    }

    private int extensionLength() {
        return switch (operation) {
            case Opcodes.FLUSH -> Opcodes.FETH + Opcodes.RETH;
            case Opcodes.ATOMIC_WRITE -> Opcodes.RETH;
            default -> (transport == QueuePairType.UD ? Opcodes.DETH : 0) + Opcodes.extensionLength(operation);
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
        final int syndrome = syndrome();
        return switch (syndrome & Syndrome.KIND) {
            case Syndrome.ACKNOWLEDGED, Syndrome.NOT_READY -> true;
            default -> syndrome >= Syndrome.SEQUENCE_ERROR && syndrome <= Syndrome.REMOTE_OPERATIONAL_ERROR;
        };
    }

    private int syndrome() {
        return buffer.getInt(BTH_LENGTH) >>> SYNDROME_SHIFT;
    }

    /** Returns the number of the queue pair that the packet is for, 24 bits. */
    public int destination() {
        return buffer.getInt(BTH_DESTINATION) & MASK_24;
    }

    /** Returns the transport. */
    public QueuePairType transport() {
        return transport;
    }

    /** Returns the number of the queue pair that a datagram comes from, 24 bits; other packets do not say it. */
    public int source() {
        return buffer.getInt(BTH_LENGTH + DETH_SOURCE) & MASK_24;
    }

    /** Returns true if it is a datagram with a queue key and this number of bytes. */
    boolean isManagement(final int queueKey, final int bytes) {
        return operation == Opcodes.SEND_ONLY
                && transport == QueuePairType.UD
                && buffer.getInt(BTH_LENGTH) == queueKey
                && payloadLength == bytes;
    }

    /** Copies its payload. */
    void copyPayload(final MutableDirectBuffer target) {
        target.putBytes(0, buffer, headers, payloadLength);
    }

    /** Returns the offset of the invariant CRC of the datagram of a length. */
    public static int end(final int length) {
        return length - ICRC_LENGTH;
    }

    /** Makes a packet of it. */
    public void decode(final Packet packet, final PacketOrigin origin, final PacketSink destination) {
        packet.begin(kind(), transport, origin, 0, destination, buffer.getInt(BTH_PSN) & MASK_24);
        packet.isSolicited = (buffer.get(BTH_FLAGS) & BTH_SOLICITED) != 0;
        packet.isAckRequested = buffer.getInt(BTH_PSN) < 0;
        packet.messageSequence = 0;
        switch (packet.kind) {
            case Packet.SEND -> send(packet);
            case Packet.WRITE -> write(packet);
            case Packet.READ_REQUEST, Packet.ATOMIC_WRITE -> memory(packet, BTH_LENGTH);
            case Packet.READ_RESPONSE -> readResponse(packet);
            case Packet.ATOMIC -> atomic(packet);
            case Packet.FLUSH -> flush(packet);
            default -> answer(packet);
        }
        if (packet.kind == Packet.ATOMIC_WRITE) {
            packet.operand = UnsafeApi.getLong(address + headers);
        } else if (packet.kind == Packet.ATOMIC_RESPONSE) {
            packet.payload.setLong(buffer.getLong(BTH_LENGTH + Opcodes.AETH));
        } else if (payloadLength != 0) {
            packet.payload.add(address + headers, payloadLength);
        }
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
        final int syndrome = syndrome();
        return switch (syndrome & Syndrome.KIND) {
            case Syndrome.ACKNOWLEDGED -> Packet.ACK;
            case Syndrome.NOT_READY -> Packet.RNR_NAK;
            default -> syndrome == Syndrome.SEQUENCE_ERROR ? Packet.SEQUENCE_NAK : Packet.NAK;
        };
    }

    private void send(final Packet packet) {
        int at = BTH_LENGTH;
        if (transport == QueuePairType.UD) {
            packet.qkey = buffer.getInt(at);
            at += Opcodes.DETH;
        }
        switch (operation) {
            case Opcodes.SEND_FIRST -> packet.isLast = false;
            case Opcodes.SEND_MIDDLE -> {
                packet.isFirst = false;
                packet.isLast = false;
            }
            case Opcodes.SEND_LAST, Opcodes.SEND_LAST_IMMEDIATE, Opcodes.SEND_LAST_INVALIDATE -> packet.isFirst = false;
            default -> {
                // the only one of its message
            }
        }
        if (Opcodes.invalidates(operation)) {
            packet.isInvalidating = true;
            packet.remoteKey = buffer.getInt(at);
        } else if (operation == Opcodes.SEND_LAST_IMMEDIATE || operation == Opcodes.SEND_ONLY_IMMEDIATE) {
            immediate(packet, at);
        }
    }

    private void write(final Packet packet) {
        int at = BTH_LENGTH;
        if (Opcodes.hasReth(operation)) {
            memory(packet, at);
            at += Opcodes.RETH;
        } else {
            packet.isFirst = false;
        }
        if (operation == Opcodes.WRITE_LAST_IMMEDIATE || operation == Opcodes.WRITE_ONLY_IMMEDIATE) {
            immediate(packet, at);
        }
        packet.isLast = operation != Opcodes.WRITE_FIRST && operation != Opcodes.WRITE_MIDDLE;
    }

    private void immediate(final Packet packet, final int at) {
        packet.hasImmediate = true;
        packet.immediate = buffer.getInt(at);
    }

    private void memory(final Packet packet, final int at) {
        packet.remoteAddress = buffer.getLong(at);
        packet.remoteKey = buffer.getInt(at + RETH_KEY);
        packet.messageLength = buffer.getInt(at + RETH_DMA_LENGTH);
    }

    private void readResponse(final Packet packet) {
        packet.isFirst = operation == Opcodes.READ_RESPONSE_FIRST || operation == Opcodes.READ_RESPONSE_ONLY;
        packet.isLast = operation == Opcodes.READ_RESPONSE_LAST || operation == Opcodes.READ_RESPONSE_ONLY;
        if (operation != Opcodes.READ_RESPONSE_MIDDLE) {
            packet.messageSequence = buffer.getInt(BTH_LENGTH) & MASK_24;
        }
    }

    private void atomic(final Packet packet) {
        final boolean isSwap = operation == Opcodes.COMPARE_SWAP;
        final long swapOrAdd = buffer.getLong(BTH_LENGTH + ATOMIC_SWAP_OR_ADD);
        packet.operation = isSwap ? Operation.COMPARE_AND_SWAP : Operation.FETCH_AND_ADD;
        packet.remoteAddress = buffer.getLong(BTH_LENGTH);
        packet.remoteKey = buffer.getInt(BTH_LENGTH + ATOMIC_KEY);
        packet.operand = isSwap ? buffer.getLong(BTH_LENGTH + ATOMIC_COMPARE) : swapOrAdd;
        packet.swap = isSwap ? swapOrAdd : 0;
    }

    private void flush(final Packet packet) {
        final int what = buffer.getInt(BTH_LENGTH);
        memory(packet, BTH_LENGTH + Opcodes.FETH);
        final boolean isWhole = (what >> FLUSH_SELECTION_SHIFT & FLUSH_SELECTION_MASK) == 1;
        packet.flushTypes = what & FLUSH_TYPES | (isWhole ? SendArguments.WHOLE_REGION : 0);
        packet.operand = Integer.toUnsignedLong(packet.messageLength);
    }

    private void answer(final Packet packet) {
        packet.messageSequence = buffer.getInt(BTH_LENGTH) & MASK_24;
        if (packet.kind == Packet.RNR_NAK) {
            packet.wait = TimerCodes.rnrWait(syndrome() & Syndrome.VALUE);
        } else if (packet.kind == Packet.NAK) {
            packet.status = switch (syndrome()) {
                case Syndrome.INVALID_REQUEST -> CompletionStatus.REM_INV_REQ_ERR;
                case Syndrome.REMOTE_ACCESS_ERROR -> CompletionStatus.REM_ACCESS_ERR;
                default -> CompletionStatus.REM_OP_ERR;
            };
        }
    }
}
