// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.rnic.roce.RocePacket.BTH_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.ICRC_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.MAX_PAYLOAD;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.frame.Frame;
import org.rpcrdma.capture.frame.Layer;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.roce.InvariantCrc;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;

/**
 * Splits a captured datagram into packets. Usually, a datagram contains one packet. However, a host that captures its
 * own traffic captures datagrams of up to 64 KB, either before they are segmented (UDP_SEGMENT) or after they have been
 * merged (GRO). All packets in a datagram of this kind have the same length, except that the last one may be shorter.
 *
 * <pre>
 *  +-----+------+----------------+----- +-----+----------------+------+-- -
 *  | BTH | ext. | payload, pad   | ICRC | BTH | payload, pad   | ICRC |
 *  +-----+------+----------------+----- +-----+----------------+------+-- -
 *  |<----------- length ---------------->|<---------- length -------->|
 * </pre>
 *
 * <p>If the packet's headers determine its length, that length is used. Otherwise, the next packet starts at the next
 * base transport header that matches the first one. A header matches if it has the same queue pair and a sequence
 * number that is close, or if it has another queue pair and the bytes before it end with a correct invariant CRC. A
 * datagram whose own CRC is correct is a single packet.
 */
final class DatagramSplitter {
    private static final int LEAST = BTH_LENGTH + ICRC_LENGTH;
    private static final int MANAGEMENT_LENGTH = BTH_LENGTH + Opcodes.DETH + 256 + ICRC_LENGTH;
    private static final int SMALLEST_PATH_MTU = 256;
    private static final int WORD = Integer.BYTES;
    private static final int VERSION = 0x0f;
    /** A mask for the queue pair and the two reserved bits before it, which switches never set. */
    private static final int QUEUE_PAIR = 0x3fff_ffff;
    /** The maximum distance between the sequence numbers of packets in one datagram. */
    private static final int MOST_AWAY = 1 << 14;

    /** The position of the partition within a machine word. The partition is in the second half of the bytes. */
    private static final int PARTITION_SHIFT = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Short.SIZE : 0;

    private static final long LOWER_HALVES = 0x0000_ffff_0000_ffffL;

    private static final long ONES = 0x0000_0001_0000_0001L;
    private static final long BORROWS = 0x8000_0000_8000_0000L;
    /**
     * A limit for the total number of bytes over which CRCs are computed, as a multiple of the datagram's length.
     * Without it, a crafted datagram with many apparent headers would take too long.
     */
    private static final int MOST_SUMS = 16;

    private static final int UNKNOWN = -1;

    private final PacketParser parser = new PacketParser();
    private final InvariantCrc crc = new InvariantCrc();
    private final InternetHeader header = new InternetHeader();
    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
    private Frame frame;
    private UnsafeBuffer buffer;
    private int position;
    private int end;
    private int limit;
    private int usualLength;
    private int bytesToSum;

    void begin(final Frame of) {
        frame = of;
        buffer = of.buffer;
        position = of.position;
        end = of.end;
        limit = of.limit;
        usualLength = UNKNOWN;
        bytesToSum = MOST_SUMS * (end - position);
    }

    boolean hasNext() {
        return position < end;
    }

    int next(final CapturedPacket packet) {
        final int start = position;
        final int length = lengthAt(start);
        final boolean isFirst = usualLength == UNKNOWN;
        usualLength = isFirst ? length : usualLength;
        position = start + length;
        final int outcome = parser.parse(frame, start, position, packet);
        if (!isFirst) {
            // This identification is only valid for the datagram's first packet.
            packet.identification = Frame.NO_IDENTIFICATION;
        }
        if (outcome == Layer.CUT || outcome == Layer.MALFORMED) {
            // The rest is also truncated, or it cannot be split.
            position = end;
        }
        return outcome;
    }

    private int lengthAt(final int start) {
        final int rest = end - start;
        if (rest < 2 * LEAST || limit - start < BTH_LENGTH || usualLength != UNKNOWN && rest <= usualLength) {
            return rest;
        }
        if (usualLength != UNKNOWN && (start + usualLength + BTH_LENGTH > limit || isPacket(start, usualLength))) {
            return Math.min(usualLength, rest);
        }
        final int opcode = buffer.getByte(start) & 0xff;
        final int told = lengthOf(start, opcode);
        if (told != UNKNOWN) {
            return told < rest && isPacket(start, told) ? told : rest;
        }
        return isWholePacket(opcode, rest - LEAST - Opcodes.extensionLength(opcode)) ? rest : search(start, rest);
    }

    /** Returns the length of a packet if the packet's headers determine it. */
    private int lengthOf(final int start, final int opcode) {
        final int extension = Opcodes.extensionLength(opcode);
        return switch (opcode) {
            case Opcodes.READ_REQUEST,
                    Opcodes.ACKNOWLEDGE,
                    Opcodes.ATOMIC_ACKNOWLEDGE,
                    Opcodes.COMPARE_SWAP,
                    Opcodes.FETCH_ADD,
                    Opcodes.FLUSH -> LEAST + extension;
            case Opcodes.ATOMIC_WRITE -> LEAST + extension + Long.BYTES;
            case Opcodes.WRITE_ONLY, Opcodes.WRITE_ONLY_IMMEDIATE -> writeLength(start, extension);
            case Opcodes.DATAGRAM_SEND_ONLY ->
                queuePair(start) == ManagementLayout.QUEUE_PAIR ? MANAGEMENT_LENGTH : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private int writeLength(final int start, final int extension) {
        if (limit - start < BTH_LENGTH + Opcodes.RETH) {
            return UNKNOWN;
        }
        final int length = buffer.getInt(start + BTH_LENGTH + Opcodes.RETH - WORD, BIG_ENDIAN);
        return length < 0 || length > MAX_PAYLOAD ? UNKNOWN : LEAST + extension + (length + 3 & -WORD);
    }

    /**
     * Returns true if a datagram is almost certainly a single packet, because the length of its payload is a possible
     * path MTU.
     */
    private static boolean isWholePacket(final int opcode, final int payload) {
        return switch (opcode) {
            case Opcodes.SEND_FIRST,
                    Opcodes.SEND_MIDDLE,
                    Opcodes.WRITE_FIRST,
                    Opcodes.WRITE_MIDDLE,
                    Opcodes.READ_RESPONSE_FIRST,
                    Opcodes.READ_RESPONSE_MIDDLE ->
                payload >= SMALLEST_PATH_MTU && payload <= MAX_PAYLOAD && Integer.bitCount(payload) == 1;
            default -> false;
        };
    }

    /**
     * Returns the length of the packet that ends where the next header starts. If there is no other header, returns the
     * length of the rest.
     */
    private int search(final int start, final int rest) {
        final int extension = Math.max(0, Opcodes.extensionLength(buffer.getByte(start) & 0xff));
        final int first = start + LEAST + extension;
        if (!mayBeSeveral(start, first, rest)) {
            return rest;
        }
        final int last = Math.min(start + rest - LEAST, limit - BTH_LENGTH);
        for (int at = first; at <= last; at += WORD) {
            if (isPacket(start, at - start)) {
                return fitsCrc(start, rest) ? rest : at - start;
            }
        }
        return rest;
    }

    /**
     * Returns false if the datagram is certainly a single packet. If there were several packets, one of them would
     * start in the second half, because all packets except the last have the same length. The method therefore searches
     * that half for the first packet's partition, which the headers of all packets contain.
     */
    private boolean mayBeSeveral(final int start, final int first, final int rest) {
        if (start + rest > limit) {
            return true;
        }
        final long partition = buffer.getShort(start + Short.BYTES) & 0xffff;
        final long partitions = (partition << Integer.SIZE | partition) << PARTITION_SHIFT;
        final int last = start + rest - LEAST;
        for (int at = Math.max(first, start + (rest / 2 & -WORD)); at <= last; at += 2 * Long.BYTES) {
            // If two half-words are equal, their difference is 0, and subtracting 1 from it borrows.
            final long one = (buffer.getLong(at) ^ partitions) >>> PARTITION_SHIFT & LOWER_HALVES;
            final long other = (buffer.getLong(at + Long.BYTES) ^ partitions) >>> PARTITION_SHIFT & LOWER_HALVES;
            if (((one - ONES | other - ONES) & BORROWS) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if another packet that matches the first one starts after the given number of bytes. */
    private boolean isPacket(final int first, final int length) {
        final int at = first + length;
        if (at + BTH_LENGTH > limit || at + LEAST > end) {
            return false;
        }
        final int opcode = buffer.getByte(at) & 0xff;
        if (Opcodes.extensionLength(opcode) < 0
                || (buffer.getByte(at + 1) & VERSION) != 0
                || buffer.getShort(at + 2) != buffer.getShort(first + 2)
                || at + LEAST + Opcodes.extensionLength(opcode) > end) {
            return false;
        }
        if (queuePair(at) != queuePair(first)) {
            return fitsCrc(first, length);
        }
        final boolean isAnswer = Opcodes.isResponse(opcode);
        return isAnswer != Opcodes.isResponse(buffer.getByte(first) & 0xff)
                || Math.abs(SequenceWindow.distance(number(at), number(first))) < MOST_AWAY;
    }

    private int queuePair(final int at) {
        return buffer.getInt(at + WORD, BIG_ENDIAN) & QUEUE_PAIR;
    }

    private int number(final int at) {
        return buffer.getInt(at + 2 * WORD, BIG_ENDIAN) & 0xff_ffff;
    }

    /**
     * Returns true if a packet of the given length has a correct invariant CRC. The identification 0 is also tried,
     * because senders compute the CRC with it if the datagram will be segmented later.
     */
    private boolean fitsCrc(final int start, final int length) {
        if (frame.internetAt < 0 || start + length > limit || length > bytes.capacity() || length < LEAST) {
            return false;
        }
        bytesToSum -= length;
        if (bytesToSum < 0) {
            return false;
        }
        final int sealed = Integer.reverseBytes(buffer.getInt(start + length - ICRC_LENGTH, BIG_ENDIAN));
        final int ports = buffer.getInt(frame.position - 2 * WORD, BIG_ENDIAN);
        header.route(frame.sourceHigh, frame.sourceLow, frame.destinationHigh, frame.destinationLow)
                .ports(ports >>> Short.SIZE, ports & 0xffff);
        header.setPayloadLength(length);
        bytes.clear();
        buffer.getBytes(start, bytes, 0, length);
        return crc.of(header.identification(0), bytes, 0, length - ICRC_LENGTH) == sealed
                || crc.of(header.identification(frame.identification), bytes, 0, length - ICRC_LENGTH) == sealed;
    }
}
