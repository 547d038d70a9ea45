// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * A reusable batch of work completions, filled by {@link CompletionQueue#poll(Completions)}. Its columns are in native
 * memory, so that drivers can write a batch without bounds checks.
 *
 * <pre>
 *            0      1      2   ...  count-1
 * wrId     [ ]    [ ]    [ ]           [ ]     the id its work request was posted with
 * status   [ ]    [ ]    [ ]           [ ]     {@link CompletionStatus}
 * qpNumber [ ]    [ ]    [ ]           [ ]     the queue pair it was posted on
 * ------------------------------------------   below: only where status is SUCCESS
 * opcode   [ ]    [ ]    [ ]           [ ]     {@link CompletionOpcode}
 * bytes    [ ]    [ ]    [ ]           [ ]     Receives, RDMA READs: bytes that arrived
 * flags    [ ]    [ ]    [ ]           [ ]     {@link #GRH}, {@link #WITH_IMMEDIATE}, {@link #WITH_INVALIDATE}
 * data     [ ]    [ ]    [ ]           [ ]     the immediate data, or the rkey the peer invalidated, by the flag
 * sourceQp [ ]    [ ]    [ ]           [ ]     UD Receives: the sender's queue pair
 * </pre>
 *
 * <p>The memory is allocated when a poll first returns more than two completions; later polls allocate nothing.
 *
 * <p>Owned by its caller; not thread-safe.
 */
public final class Completions {
    /** Flag of a UD Receive: the first 40 bytes contain a global route header. */
    public static final int GRH = 1;

    /** Flag of a Receive: the message carried immediate data; see {@link #immediate(int)}. */
    public static final int WITH_IMMEDIATE = 1 << 1;

    /** Flag of a Receive: the message invalidated a local key; see {@link #invalidatedKey(int)}. */
    public static final int WITH_INVALIDATE = 1 << 3;

    /** The number of bytes per completion in the batch's memory. */
    public static final int ROW_BYTES = 48;

    /** The offsets of the 32-bit fields in a row. These fields follow the work request's id. */
    private static final int STATUS = 8;

    private static final int OPCODE = 12;
    private static final int BYTE_LENGTH = 20;
    private static final int DATA = 24;
    private static final int QP_NUMBER = 28;
    private static final int SOURCE = 32;
    private static final int FLAGS = 36;

    /** The initial number of rows with memory. Many thousands of batches never contain more completions. */
    private static final int FIRST_ROWS = 2;

    /** Keeps the memory alive while the batch is reachable. */
    private ByteBuffer memory;

    private long address;
    private final int capacity;
    /** The number of rows that have memory. */
    private int rows;

    private int count;

    /**
     * Creates an empty batch.
     *
     * @param capacity the maximum number of completions per poll, at least 1.
     * @throws IllegalStateException if Agrona cannot access native memory in this JVM; the message names the missing
     *                               flag.
     */
    public Completions(final int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1: capacity=" + capacity);
        }
        AgronaAccess.check();
        Math.multiplyExact(capacity, ROW_BYTES);
        this.capacity = capacity;
        allocate(Math.min(FIRST_ROWS, capacity));
    }

    /**
     * Ensures that a number of completions fit into the batch's memory. Drivers call this method before they remove
     * completions from a queue, so that no completion is lost if there is not enough memory.
     *
     * @param completions the number of completions, at most the capacity.
     * @throws OutOfMemoryError if the memory cannot be allocated; the batch remains unchanged.
     */
    public void reserve(final int completions) {
        if (completions > rows && rows < capacity) {
            allocate(capacity);
        }
    }

    /** Allocates memory for a number of rows, and copies the completions to it. */
    private void allocate(final int newRows) {
        final ByteBuffer larger = ByteBuffer.allocateDirect(newRows * ROW_BYTES);
        if (count != 0) {
            larger.put(0, memory, 0, count * ROW_BYTES);
        }
        memory = larger;
        address = BufferUtil.address(larger);
        rows = newRows;
    }

    /**
     * Returns the maximum number of completions in the batch.
     *
     * @return the number, at least 1.
     */
    public int capacity() {
        return capacity;
    }

    /**
     * Returns the number of completions in the batch.
     *
     * @return the number, 0 to {@link #capacity()}.
     */
    public int count() {
        return count;
    }

    /** Empties the batch. Devices call it before they fill the batch. */
    public void clear() {
        count = 0;
    }

    /**
     * Appends a completion. Devices call this method; the batch must not be full.
     *
     * @param wrId       the work request's id.
     * @param status     its {@link CompletionStatus}.
     * @param qpNumber   its queue pair.
     * @param opcode     its {@link CompletionOpcode}.
     * @param byteLength the number of bytes received.
     * @param flag       its flags.
     * @param value      the immediate data or the key that the peer invalidated, depending on the flag; otherwise 0.
     * @param sourceQp   the queue pair that sent the datagram, or 0.
     */
    public void append(
            final long wrId,
            final int status,
            final int qpNumber,
            final int opcode,
            final int byteLength,
            final int flag,
            final int value,
            final int sourceQp) {
        reserve(count + 1);
        final long row = row(count);
        UnsafeApi.putLong(row, wrId);
        UnsafeApi.putInt(row + STATUS, status);
        UnsafeApi.putInt(row + OPCODE, opcode);
        UnsafeApi.putInt(row + BYTE_LENGTH, byteLength);
        UnsafeApi.putInt(row + DATA, value);
        UnsafeApi.putInt(row + QP_NUMBER, qpNumber);
        UnsafeApi.putInt(row + SOURCE, sourceQp);
        UnsafeApi.putInt(row + FLAGS, flag);
        Reference.reachabilityFence(memory);
        count++;
    }

    private long row(final int i) {
        return address + (long) ROW_BYTES * Objects.checkIndex(i, rows);
    }

    private int number(final int i, final int field) {
        final int number = UnsafeApi.getInt(row(i) + field);
        Reference.reachabilityFence(memory);
        return number;
    }

    /**
     * Returns the address of the batch's memory, for drivers that write completions directly. Each row is
     * {@link #ROW_BYTES} bytes long and has the layout of {@code struct ibv_wc}. Flags use this class's constants;
     * immediate data is in native byte order. The memory is valid while the batch is reachable. The first call may
     * allocate and move it.
     *
     * @return the address of the first row; the number of rows is the capacity.
     */
    public long address() {
        if (rows < capacity) {
            allocate(capacity);
        }
        return address;
    }

    /**
     * Appends completions that a device wrote into the batch's memory after the existing rows.
     *
     * @param completions the number of completions written, which must not exceed the number of free rows.
     */
    public void appendRows(final int completions) {
        count += completions;
    }

    /**
     * Returns the work request's id.
     *
     * @param i the index in the batch, less than {@link #count()}.
     * @return the id.
     */
    public long wrId(final int i) {
        final long id = UnsafeApi.getLong(row(i));
        Reference.reachabilityFence(memory);
        return id;
    }

    /**
     * Returns the work request's status.
     *
     * @param i the index in the batch, less than {@link #count()}.
     * @return a {@link CompletionStatus}.
     */
    public int status(final int i) {
        return number(i, STATUS);
    }

    /**
     * Returns the number of the queue pair on which the work request was posted.
     *
     * @param i the index in the batch, less than {@link #count()}.
     * @return the 24-bit number.
     */
    public int qpNumber(final int i) {
        return number(i, QP_NUMBER);
    }

    /**
     * Returns the operation of the work request. Meaningful only on success.
     *
     * @param i the index in the batch, less than {@link #count()}.
     * @return a {@link CompletionOpcode}.
     */
    public int opcode(final int i) {
        return number(i, OPCODE);
    }

    /**
     * Returns the number of bytes that a Receive or an RDMA READ received. Meaningful only on success.
     *
     * @param i the index in the batch, less than {@link #count()}.
     * @return the number, 0 or more.
     */
    public int byteLength(final int i) {
        return number(i, BYTE_LENGTH);
    }

    /**
     * Returns the completion's flags. Meaningful only on success.
     *
     * @param i the index in the batch, less than {@link #count()}.
     * @return a combination of {@link #GRH} and either {@link #WITH_IMMEDIATE} or {@link #WITH_INVALIDATE}.
     */
    public int flags(final int i) {
        return number(i, FLAGS);
    }

    /**
     * Returns the local key that the peer's message invalidated.
     *
     * @param i the index in the batch, less than {@link #count()}.
     * @return the key; meaningful only with {@link #WITH_INVALIDATE}.
     */
    public int invalidatedKey(final int i) {
        return number(i, DATA);
    }

    /**
     * Returns the immediate data of the peer's message.
     *
     * @param i the index in the batch, less than {@link #count()}.
     * @return the 32 bits as the peer staged them; meaningful only with {@link #WITH_IMMEDIATE}.
     */
    public int immediate(final int i) {
        return number(i, DATA);
    }

    /**
     * Returns the number of the queue pair that sent a datagram. Meaningful only for Receives of UD queue pairs.
     *
     * @param i the index in the batch, less than {@link #count()}.
     * @return the 24-bit number.
     */
    public int sourceQueuePair(final int i) {
        return number(i, SOURCE);
    }
}
