// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.XdrWriter;

/**
 * Writes the results of a call: XDR items into the reply message, and data inline or by chunk, as the client offered.
 * It is the counterpart of {@link ProcedureCall#data()}; a procedure looks at no chunk:
 *
 * <pre>
 *   the client offers     a Write chunk for the data    a Reply chunk             neither
 *   reply message         length                        length, bytes, padding    length, bytes, padding
 *   the message goes      inline                        by RDMA WRITE             inline
 *   the bytes go          by RDMA WRITE                 with the message          with the message
 * </pre>
 *
 * <p>The n-th data of a reply go by the client's n-th Write chunk; data beyond the last chunk stay in the message.
 * {@link #putData(long, int)} sends memory of the service's from its place, without a copy; inline it copies. {@link
 * #claimData} has the service write into the memory that is sent. {@link #putData(DirectBuffer, int, int)} copies.
 *
 * <p>Reused; nothing is allocated per call, unless it is deferred. Not thread-safe: the thread that works on the call
 * uses it.
 */
public final class ReplyWriter extends XdrWriter {
    private static final int WORD = 4;

    /** The chunk of data that go within the message. */
    private static final int NO_CHUNK = -1;

    /** Memory of the service's that the answer names to the call below; it is another call's until then. */
    private int places;

    private int[] chunks = new int[2];
    private int[] offsets = new int[2];
    private long[] addresses = new long[2];
    private int[] lengths = new int[2];

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer room = new UnsafeBuffer(0, 0);
    private RpcCall call;
    private boolean isDeferred;

    /** The number of data that were put. */
    private int data;

    /** The lowest offset that items may be written at: after the reply's head, and after data that were put. */
    private int begin;

    /** Bytes of the message that are sent from the service's memory. */
    private int partBytes;

    /** True if a deferred call has memory for data, in the message or in {@link #reserved}. */
    private boolean isReserved;

    /** What a deferred call has taken for its data, if the client offers a Write chunk for them; otherwise null. */
    private MutableDirectBuffer reserved;

    private int reservedChunk;

    /** Bytes of {@link #reserved} that are sent. */
    private int reservedUsed;

    ReplyWriter() {}

    void begin(final RpcCall served) {
        call = served;
        isDeferred = false;
        isReserved = false;
        reserved = null;
        reservedChunk = NO_CHUNK;
        reservedUsed = 0;
        data = 0;
        begin = RpcProgram.RESULTS;
        partBytes = 0;
        places = 0;
    }

    /**
     * Takes the chunk memory for the next data of a call that will be deferred.
     *
     * @return the length of the message that the data need, if that has room for them besides.
     */
    int reserve(final int messageLength, final int longestData) {
        isReserved = true;
        if (data < call.writeChunkCount()) {
            reserved = call.writeChunk(data, Math.min(longestData, call.writeChunkCapacity(data)));
            reservedChunk = data;
            return messageLength;
        }
        final long wanted = (long) messageLength + WORD + (longestData + WORD - 1L & -WORD);
        return (int) Math.max(messageLength, Math.min(wanted, call.replyCapacity() - partBytes));
    }

    void defer() {
        isDeferred = true;
    }

    int partBytes() {
        return partBytes;
    }

    /** Names the service's memory to the call below. Its answer is claimed: nobody else sends it. */
    void place() {
        for (int i = 0; i < places; i++) {
            if (chunks[i] == NO_CHUNK) {
                call.replyPart(offsets[i], addresses[i], lengths[i]);
            } else {
                call.writeChunk(chunks[i], addresses[i], lengths[i]);
            }
        }
        places = 0;
        if (reserved != null && reservedUsed < reserved.capacity()) {
            call.writeChunk(reservedChunk, reservedUsed);
        }
    }

    /**
     * Returns the bytes that the next data may have: the capacity of the Write chunk that the client offers for them,
     * or the rest of the message. For data of a call that was deferred with memory for them, it is that memory.
     *
     * @return bytes, 0 or more.
     */
    public int dataRoom() {
        if (data < call.writeChunkCount()) {
            return data == reservedChunk ? reserved.capacity() : call.writeChunkCapacity(data);
        }
        final boolean isInPlace = isDeferred && !isReserved && call.hasReplyChunk();
        final int capacity = isInPlace ? call.replyChunkCapacity() : call.replyCapacity();
        return Math.max(0, capacity - partBytes - position() - WORD & -WORD);
    }

    /**
     * Writes an opaque of variable length whose bytes are in the service's memory: its length, and its bytes inline or
     * by the chunk that the client offers. The bytes are sent from their place, except inline.
     *
     * @param address the first byte, in a block of the device's memory ({@link
     *                org.rpcrdma.verbs.Device#memory()}). It stays the service's; it must neither change nor be
     *                released before the task of {@link RpcCall#whenDone(Runnable)} runs.
     * @param length  bytes, 0 or more.
     * @throws IllegalArgumentException if the length is negative, or above {@link #dataRoom()}. If the latter leaves
     *                                  the procedure, the client gets ERR_CHUNK.
     * @throws NoRoom                   if the call was deferred and the length is above {@link #dataRoom()}.
     * @throws IllegalStateException    if the call was answered.
     */
    public void putData(final long address, final int length) {
        checkLength(length);
        view.wrap(address, length);
        if (data == reservedChunk) {
            putData(view, 0, length);
        } else if (data < call.writeChunkCount()) {
            placeInChunk(address, length);
        } else if (call.hasReplyChunk()) {
            placeInMessage(address, length);
        } else {
            putOpaque(view, 0, length);
            endData();
        }
    }

    private void placeInChunk(final long address, final int length) {
        if (isDeferred) {
            final int capacity = call.writeChunkCapacity(data);
            if (length > capacity) {
                throw new NoRoom(length, capacity);
            }
            addPlace(data, 0, address, length);
        } else {
            call.writeChunk(data, address, length);
        }
        putInt(length);
        endData();
    }

    private void placeInMessage(final long address, final int length) {
        final int padding = -length & WORD - 1;
        final long end = (long) position() + WORD + partBytes + length + padding;
        if (end > call.replyChunkCapacity()) {
            if (isDeferred) {
                throw new NoRoom(length, dataRoom());
            }
            call.replyMessage((int) Math.min(end, Integer.MAX_VALUE)); // throws: the client has too little room
        }
        putInt(length);
        if (length > 0) {
            addPlace(NO_CHUNK, position(), address, length);
            partBytes += length;
        }
        final int at = claim(padding);
        buffer().setMemory(at, padding, (byte) 0);
        endData();
    }

    private void addPlace(final int chunk, final int offset, final long address, final int length) {
        if (places == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * places);
            offsets = Arrays.copyOf(offsets, 2 * places);
            addresses = Arrays.copyOf(addresses, 2 * places);
            lengths = Arrays.copyOf(lengths, 2 * places);
        }
        chunks[places] = chunk;
        offsets[places] = offset;
        addresses[places] = address;
        lengths[places] = length;
        places++;
    }

    /**
     * Writes an opaque of variable length, copied: its length, and its bytes inline or by the chunk that the client
     * offers.
     *
     * @param source has its bytes; the caller's again when this returns.
     * @param offset the first one.
     * @param length their number.
     * @throws IllegalArgumentException as {@link #claimData(int)}.
     * @throws NoRoom                   as {@link #claimData(int)}.
     * @throws IllegalStateException    as {@link #claimData(int)}.
     */
    public void putData(final DirectBuffer source, final int offset, final int length) {
        claimData(length).putBytes(0, source, offset, length);
    }

    /**
     * Makes room for the bytes of an opaque of variable length, inline or in the memory that the chunk is sent from.
     * Its length is written.
     *
     * @param length bytes, 0 or more.
     * @return a buffer of that length with unspecified contents, to be filled before the next item is written, and
     *         before the call is deferred or answered. It belongs to the call. Reused by the next call of this method.
     * @throws IllegalArgumentException if the length is negative, or above {@link #dataRoom()}. If the latter leaves
     *                                  the procedure, the client gets ERR_CHUNK.
     * @throws NoRoom                   if the call was deferred and the length is above {@link #dataRoom()}.
     * @throws IllegalStateException    if the call was answered, or was deferred without memory for data ({@link
     *                                  ProcedureCall#defer(int, int)}), or these are not its first data since then.
     */
    public MutableDirectBuffer claimData(final int length) {
        checkLength(length);
        if (isDeferred && !isReserved) {
            throw new IllegalStateException("the call was deferred without memory for data: length=" + length);
        }
        if (data < call.writeChunkCount()) {
            claimInChunk(length);
        } else {
            final int at = claimPadded(WORD + length);
            buffer().putInt(at, length, BIG_ENDIAN);
            room.wrap(buffer(), at + WORD, length);
        }
        endData();
        isReserved = false;
        return room;
    }

    private void claimInChunk(final int length) {
        MutableDirectBuffer chunk = reserved;
        if (data != reservedChunk) {
            chunk = call.writeChunk(data, length);
        } else if (length > chunk.capacity()) {
            throw new NoRoom(length, chunk.capacity());
        } else {
            reservedUsed = length;
        }
        putInt(length);
        room.wrap(chunk, 0, length);
    }

    private void endData() {
        data++;
        begin = position();
    }

    private static void checkLength(final int length) {
        if (length < 0) {
            throw new IllegalArgumentException("length must not be negative: length=" + length);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the position is within the reply's head, or before data that were put: they
     *                               cannot be written again.
     */
    @Override
    public void position(final int newPosition) {
        if (newPosition < begin) {
            throw new IllegalStateException(
                    "the position is within the reply's head, or before data that were put: position=" + newPosition
                            + " begin=" + begin);
        }
        super.position(newPosition);
    }
}
