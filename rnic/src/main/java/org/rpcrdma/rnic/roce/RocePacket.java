// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A RoCEv2 packet in a buffer, which is the payload of a UDP datagram (InfiniBand Architecture Specification, volume 1,
 * sections 9.2 and 9.3; annex A19 for FETH and atomic writes). This flyweight reads and writes in place. A field is
 * defined only if the packet's opcode includes the field's header.
 *
 * <pre>
 *  +-----+-----------+---------+-----+------+
 *  | BTH | extension | payload | pad | ICRC |
 *  | 12  | by opcode |         | 0-3 |  4   |
 *  +-----+-----------+---------+-----+------+
 *
 *  BTH        0 opcode (1), 1 solicited (1 bit), migration (1), pad count (2), version (4), 2 partition key (2),
 *             4 - (1), 5 destination QP (3), 8 ack request (1 bit), 9 PSN (3)
 *  RETH       0 virtual address (8), 8 R_key (4), 12 DMA length (4)
 *  AETH       0 syndrome (1), 1 message sequence number (3)
 *  ImmDt      0 immediate data (4)
 *  IETH       0 R_key (4)
 *  AtomicETH  0 virtual address (8), 8 R_key (4), 12 swap or add (8), 20 compare (8)
 *  AtomicAck  0 original value (8), after AETH
 *  DETH       0 queue key (4), 4 - (1), 5 source QP (3)
 *  FETH       0 - (26 bits), selectivity (2 bits), placement type (4 bits), before RETH
 * </pre>
 */
public final class RocePacket {
    /** The length of the base transport header, in bytes. */
    public static final int BTH_LENGTH = 12;
    /** The length of the invariant CRC, in bytes. */
    public static final int ICRC_LENGTH = 4;
    /** The maximum payload, in bytes: InfiniBand's largest MTU. */
    public static final int MAX_PAYLOAD = 4096;

    /** The mask of 24-bit fields: queue pair numbers, packet sequence numbers and message sequence numbers. */
    public static final int MASK_24 = 0xff_ffff;

    /**
     * The mask for the partition number in a partition key. The highest bit distinguishes full members from limited
     * members.
     */
    public static final int PARTITION = 0x7fff;

    private static final int FLAGS = 1;
    private static final int SOLICITED = 0x80;
    private static final int PAD_SHIFT = 4;
    private static final int PAD_MASK = 3;
    private static final int VERSION_MASK = 0xf;
    private static final int PARTITION_KEY = 2;
    /** The key of the default partition. */
    private static final int DEFAULT_PARTITION_KEY = 0xffff;

    private static final int OPCODE_SHIFT = 24;
    private static final int FLAGS_SHIFT = 16;
    private static final int DESTINATION = 4;
    private static final int PSN = 8;
    private static final int ACK_REQUEST = 0x8000_0000;
    /** The offset at which the extended transport headers begin. */
    private static final int EXTENSION = BTH_LENGTH;

    private static final int KEY = 8;
    private static final int DMA_LENGTH = 12;
    private static final int SYNDROME_SHIFT = 24;
    private static final int SWAP_OR_ADD = 12;
    private static final int COMPARE = 20;
    private static final int ORIGINAL = EXTENSION + Opcodes.AETH;
    private static final int SOURCE = EXTENSION + 4;
    private static final int PLACEMENT_MASK = 0xf;
    private static final int SELECTIVITY_SHIFT = 4;
    private static final int SELECTIVITY_MASK = 3;
    private static final int WHOLE_REGION = 1;

    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);

    /** Creates an unwrapped flyweight. */
    public RocePacket() {}

    /** Creates a flyweight over the packet at the start of a buffer. */
    public RocePacket(final ByteBuffer buffer) {
        bytes.wrap(buffer);
    }

    /** Wraps a packet of the given length in a buffer. Bytes outside that range are never read. */
    public RocePacket wrap(final DirectBuffer buffer, final int offset, final int length) {
        bytes.wrap(buffer, offset, length);
        return this;
    }

    /** Returns the packet's bytes, which begin with the base transport header. */
    public UnsafeBuffer bytes() {
        return bytes;
    }

    /** Writes a base transport header with the default partition key. */
    public RocePacket begin(
            final int opcode,
            final int destination,
            final int psn,
            final boolean isAckRequested,
            final boolean isSolicited) {
        bytes.putInt(
                0,
                opcode << OPCODE_SHIFT | (isSolicited ? SOLICITED << FLAGS_SHIFT : 0) | DEFAULT_PARTITION_KEY,
                BIG_ENDIAN);
        bytes.putInt(DESTINATION, destination & MASK_24, BIG_ENDIAN);
        bytes.putInt(PSN, psn & MASK_24 | (isAckRequested ? ACK_REQUEST : 0), BIG_ENDIAN);
        return this;
    }

    /** Extracts the opcode from a packet's first eight bytes, read as a big-endian long. */
    public static int opcodeOf(final long firstBytes) {
        return (int) (firstBytes >>> Integer.SIZE + OPCODE_SHIFT);
    }

    /**
     * Extracts the number of pad bytes from a packet's first eight bytes, read as a
     * big-endian long.
     */
    public static int padOf(final long firstBytes) {
        return (int) (firstBytes >>> Integer.SIZE + FLAGS_SHIFT + PAD_SHIFT) & PAD_MASK;
    }

    /** Extracts the destination queue pair from a packet's first eight bytes, read as a big-endian long. */
    public static int destinationOf(final long firstBytes) {
        return (int) firstBytes & MASK_24;
    }

    /** Returns the opcode, which consists of the transport and the operation; see {@link Opcodes}. */
    public int opcode() {
        return bytes.getByte(0) & 0xff;
    }

    /** Returns true if the packet requests a solicited event at the receiver. */
    public boolean isSolicited() {
        return (bytes.getByte(FLAGS) & SOLICITED) != 0;
    }

    /** Returns the number of pad bytes after the payload. */
    public int pad() {
        return bytes.getByte(FLAGS) >> PAD_SHIFT & PAD_MASK;
    }

    /** Returns the version of the header. Only version 0 exists. */
    public int version() {
        return bytes.getByte(FLAGS) & VERSION_MASK;
    }

    /** Returns the partition number, without the membership bit. */
    public int partition() {
        return bytes.getShort(PARTITION_KEY, BIG_ENDIAN) & PARTITION;
    }

    /** Returns the number of the destination queue pair. */
    public int destination() {
        return bytes.getInt(DESTINATION, BIG_ENDIAN) & MASK_24;
    }

    /** Returns the packet sequence number. */
    public int psn() {
        return bytes.getInt(PSN, BIG_ENDIAN) & MASK_24;
    }

    /** Returns true if the packet requests an acknowledgement. */
    public boolean isAckRequested() {
        return bytes.getByte(PSN) < 0;
    }

    /** Writes a RETH, which describes a request's remote memory. */
    public RocePacket memory(final long address, final int key, final int length) {
        final int at = memoryAt();
        bytes.putLong(at, address, BIG_ENDIAN);
        bytes.putInt(at + KEY, key, BIG_ENDIAN);
        bytes.putInt(at + DMA_LENGTH, length, BIG_ENDIAN);
        return this;
    }

    /** Returns the offset of the RETH or AtomicETH. */
    private int memoryAt() {
        return opcode() == Opcodes.FLUSH ? EXTENSION + Opcodes.FETH : EXTENSION;
    }

    /** Returns the address of a RETH or an AtomicETH. */
    public long address() {
        return bytes.getLong(memoryAt(), BIG_ENDIAN);
    }

    /** Returns the rkey of a RETH or an AtomicETH. */
    public int key() {
        return bytes.getInt(memoryAt() + KEY, BIG_ENDIAN);
    }

    /** Returns the DMA length of a RETH, an unsigned 32-bit value. */
    public int dmaLength() {
        return bytes.getInt(memoryAt() + DMA_LENGTH, BIG_ENDIAN);
    }

    /** Writes an AtomicETH. */
    public RocePacket atomic(final long address, final int key, final long swapOrAdd, final long compare) {
        bytes.putLong(EXTENSION, address, BIG_ENDIAN);
        bytes.putInt(EXTENSION + KEY, key, BIG_ENDIAN);
        bytes.putLong(EXTENSION + SWAP_OR_ADD, swapOrAdd, BIG_ENDIAN);
        bytes.putLong(EXTENSION + COMPARE, compare, BIG_ENDIAN);
        return this;
    }

    /** Returns the value that an atomic operation swaps in or adds. */
    public long swapOrAdd() {
        return bytes.getLong(EXTENSION + SWAP_OR_ADD, BIG_ENDIAN);
    }

    /** Returns the value that an atomic operation compares with memory. */
    public long compare() {
        return bytes.getLong(EXTENSION + COMPARE, BIG_ENDIAN);
    }

    /** Writes an AETH, which contains a {@link Syndrome} and the number of completed messages. */
    public RocePacket answer(final int syndrome, final int messageSequence) {
        bytes.putInt(EXTENSION, syndrome << SYNDROME_SHIFT | messageSequence & MASK_24, BIG_ENDIAN);
        return this;
    }

    /** Returns the {@link Syndrome} of an acknowledgement or response. */
    public int syndrome() {
        return bytes.getByte(EXTENSION) & 0xff;
    }

    /** Returns the message sequence number of an acknowledgement or response. */
    public int messageSequence() {
        return bytes.getInt(EXTENSION, BIG_ENDIAN) & MASK_24;
    }

    /** Writes an AtomicAckETH, which contains the value before an atomic operation. */
    public RocePacket original(final long value) {
        bytes.putLong(ORIGINAL, value, BIG_ENDIAN);
        return this;
    }

    /** Returns the value before an atomic operation. */
    public long original() {
        return bytes.getLong(ORIGINAL, BIG_ENDIAN);
    }

    /** Writes the immediate data, which is the last extension header. */
    public RocePacket immediate(final int data) {
        bytes.putInt(payloadOffset() - Opcodes.IMMEDIATE, data, BIG_ENDIAN);
        return this;
    }

    /** Returns the immediate data. */
    public int immediate() {
        return bytes.getInt(payloadOffset() - Opcodes.IMMEDIATE, BIG_ENDIAN);
    }

    /** Writes an IETH, which contains the rkey that a SEND invalidates. */
    public RocePacket invalidated(final int key) {
        bytes.putInt(EXTENSION, key, BIG_ENDIAN);
        return this;
    }

    /** Returns the rkey that a SEND invalidates. */
    public int invalidated() {
        return bytes.getInt(EXTENSION, BIG_ENDIAN);
    }

    /** Writes a DETH, which contains a datagram's queue key and source queue pair. */
    public RocePacket datagram(final int queueKey, final int source) {
        bytes.putInt(EXTENSION, queueKey, BIG_ENDIAN);
        bytes.putInt(SOURCE, source & MASK_24, BIG_ENDIAN);
        return this;
    }

    /** Returns a datagram's queue key. */
    public int queueKey() {
        return bytes.getInt(EXTENSION, BIG_ENDIAN);
    }

    /** Returns the number of the queue pair that sent a datagram. */
    public int source() {
        return bytes.getInt(SOURCE, BIG_ENDIAN) & MASK_24;
    }

    /**
     * Writes a FETH, which contains the placement types and whether to flush the key's whole region or only a range.
     */
    public RocePacket flush(final int placement, final boolean isWholeRegion) {
        bytes.putInt(EXTENSION, (isWholeRegion ? WHOLE_REGION << SELECTIVITY_SHIFT : 0) | placement, BIG_ENDIAN);
        return this;
    }

    /** Returns the placement types of a flush. */
    public int placement() {
        return bytes.getInt(EXTENSION, BIG_ENDIAN) & PLACEMENT_MASK;
    }

    /** Returns true if a flush applies to the whole region. */
    public boolean isWholeRegion() {
        return (bytes.getInt(EXTENSION, BIG_ENDIAN) >> SELECTIVITY_SHIFT & SELECTIVITY_MASK) == WHOLE_REGION;
    }

    /** Returns the offset of the payload, which depends on the opcode. */
    public int payloadOffset() {
        return BTH_LENGTH + Opcodes.extensionLength(opcode());
    }

    /**
     * Pads the payload, which must already be written, and returns the offset of the invariant CRC. Call this method
     * once per packet.
     */
    public int end(final int payloadLength) {
        final int pad = -payloadLength & PAD_MASK;
        final int end = payloadOffset() + payloadLength;
        if (pad != 0) {
            bytes.setMemory(end, pad, (byte) 0);
            bytes.putByte(FLAGS, (byte) (bytes.getByte(FLAGS) | pad << PAD_SHIFT));
        }
        return end + pad;
    }
}
