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
 * Writes the results of a call. XDR items are written into the reply message. Data are sent inline or in a chunk,
 * depending on which chunks the client offers, so that procedures need not handle chunks themselves. This class is the
 * counterpart of {@link ProcedureCall#data()}.
 *
 * <pre>
 *   the client offers     a Write chunk for the data    a Reply chunk             neither
 *   reply message         length                        length, bytes, padding    length, bytes, padding
 *   the message is sent   inline                        by RDMA WRITE             inline
 *   the bytes are sent    by RDMA WRITE                 with the message          with the message
 * </pre>
 *
 * <p>The client's n-th Write chunk carries the n-th data item of a reply; data items without a chunk remain in the
 * message. {@link #putData(long, int)} sends data from the service's memory and copies the data only if they are sent
 * inline. {@link #claimData} returns the memory that is sent, so that the service can write directly into it. {@link
 * #putData(DirectBuffer, int, int)} copies the data.
 *
 * <p>The object is reused and allocates nothing per call, unless the call is deferred. Not thread-safe: only the thread
 * that is working on the call may use it.
 */
public final class ReplyWriter extends XdrWriter {
    private static final int WORD = 4;

    /** The chunk index of data that remain in the message. */
    private static final int NO_CHUNK = -1;

    /**
     * The number of parts in the service's memory that the underlying call must send. They are recorded here until a
     * thread claims the right to answer.
     */
    private int places;

    private int[] chunks = new int[2];
    private int[] offsets = new int[2];
    private long[] addresses = new long[2];
    private int[] lengths = new int[2];

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer room = new UnsafeBuffer(0, 0);
    private RpcCall call;
    private boolean isDeferred;

    /** The number of data items written so far. */
    private int data;

    /**
     * The lowest offset at which items may be written, which is after the reply's header and after any data items
     * already written.
     */
    private int begin;

    /** The number of bytes of the message that are sent directly from the service's memory. */
    private int partBytes;

    /** True if a deferred call has reserved memory for data, either in the message or in {@link #reserved}. */
    private boolean isReserved;

    /**
     * The memory that a deferred call has reserved for data in a Write chunk; null if the client offers no Write chunk
     * for the data.
     */
    private MutableDirectBuffer reserved;

    private int reservedChunk;

    /** The number of bytes of {@link #reserved} to send. */
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
     * Reserves chunk memory for the next data item of a call that is about to be deferred.
     *
     * @return the required message length if the data are sent in the message.
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

    /**
     * Passes to the underlying call the parts that are in the service's memory. The calling thread must have claimed
     * the right to answer, so that no other thread can answer.
     */
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
     * Returns the maximum length of the next data item. The limit is the capacity of the client's Write chunk for the
     * item, or the space left in the message. If the call was deferred with memory for data, the limit is the length of
     * that memory.
     *
     * @return the maximum length in bytes, 0 or more.
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
     * Writes a variable-length opaque from the service's memory. Its bytes are sent in the chunk that the client
     * offers. Without a chunk, they are copied and sent inline.
     *
     * @param address the address of the first byte, in a block of the device's memory
     *                ({@link org.rpcrdma.verbs.Device#memory()}). The service retains ownership, and must neither
     *                change nor release the memory before the task of {@link RpcCall#whenDone(Runnable)} runs.
     * @param length  the length in bytes, 0 or more.
     * @throws IllegalArgumentException if the length is negative or above {@link #dataRoom()}. If the length exceeds
     *                                  the limit and the procedure does not catch the exception, the client receives
     *                                  ERR_CHUNK.
     * @throws NoRoom                   if the call was deferred and the length is above {@link #dataRoom()}.
     * @throws IllegalStateException    if the call has already been answered.
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
            call.replyMessage((int) Math.min(end, Integer.MAX_VALUE)); // throws if the client's capacity is too small
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
     * Writes a variable-length opaque by copying it. Its bytes are sent inline or in the chunk that the client offers.
     *
     * @param source the buffer that contains the bytes; the caller may reuse it when this method returns.
     * @param offset the offset of the first byte.
     * @param length the length in bytes.
     * @throws IllegalArgumentException for the same reasons as {@link #claimData(int)}.
     * @throws NoRoom                   for the same reasons as {@link #claimData(int)}.
     * @throws IllegalStateException    for the same reasons as {@link #claimData(int)}.
     */
    public void putData(final DirectBuffer source, final int offset, final int length) {
        claimData(length).putBytes(0, source, offset, length);
    }

    /**
     * Reserves space for a variable-length opaque, inline or in the chunk's memory, and writes its length.
     *
     * @param length the length in bytes, 0 or more.
     * @return a buffer of that length with unspecified contents. Fill it before writing the next item, and before
     *     deferring or answering the call. The call owns the buffer, and the next call of this method reuses it.
     * @throws IllegalArgumentException if the length is negative or above {@link #dataRoom()}. If the length exceeds
     *                                  the limit and the procedure does not catch the exception, the client receives
     *                                  ERR_CHUNK.
     * @throws NoRoom                   if the call was deferred and the length is above {@link #dataRoom()}.
     * @throws IllegalStateException    if the call has already been answered or was deferred without memory for data
     *                                  ({@link ProcedureCall#defer(int, int)}), or if other data have been written
     *                                  since it was deferred.
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
     * @throws IllegalStateException if the position is within the reply's header or before the end of the data written
     *                               so far, because these bytes cannot be rewritten.
     */
    @Override
    public void position(final int newPosition) {
        if (newPosition < begin) {
            throw new IllegalStateException(
                    "the position is within the reply's header, or before data already written: position=" + newPosition
                            + " begin=" + begin);
        }
        super.position(newPosition);
    }
}
