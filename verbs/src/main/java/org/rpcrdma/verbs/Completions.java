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
 * A reused batch of work completions in columns, filled by {@link CompletionQueue#poll(Completions)}. It lies in native
 * memory, to which a driver writes without a bounds check at each poll.
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
 * <p>Owned by its caller; not thread-safe.
 */
public final class Completions {
    /** Flag of a UD Receive: its first 40 bytes are a global route header. */
    public static final int GRH = 1;

    /** Flag of a Receive: its message brought the data in {@link #immediate(int)}. */
    public static final int WITH_IMMEDIATE = 1 << 1;

    /** Flag of a Receive: its message invalidated the local key in {@link #invalidatedKey(int)}. */
    public static final int WITH_INVALIDATE = 1 << 3;

    /** Bytes of a completion in the batch's memory. */
    public static final int ROW_BYTES = 48;

    /** Where the fields of a row are: the work request's id, and numbers of 32 bits. */
    private static final int STATUS = 8;

    private static final int OPCODE = 12;
    private static final int BYTE_LENGTH = 20;
    private static final int DATA = 24;
    private static final int QP_NUMBER = 28;
    private static final int SOURCE = 32;
    private static final int FLAGS = 36;

    /** Keeps the memory as long as the batch. */
    private final ByteBuffer memory;

    private final long address;
    private final int capacity;
    private int count;

    /**
     * Creates an empty batch.
     *
     * @param capacity the most completions that one poll may return, at least 1.
     * @throws IllegalStateException if this JVM denies Agrona access to native memory; the message gives the missing
     *     flag.
     */
    public Completions(final int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1: capacity=" + capacity);
        }
        AgronaAccess.check();
        this.capacity = capacity;
        memory = ByteBuffer.allocateDirect(Math.multiplyExact(capacity, ROW_BYTES));
        address = BufferUtil.address(memory);
    }

    /**
     * Returns the most completions this batch holds.
     *
     * @return at least 1.
     */
    public int capacity() {
        return capacity;
    }

    /**
     * Returns completions in the batch since the last poll.
     *
     * @return 0 to {@link #capacity()}.
     */
    public int count() {
        return count;
    }

    /** Empties the batch; a device does so before it fills it. */
    public void clear() {
        count = 0;
    }

    /**
     * Appends a completion; called by devices. The batch must not be full.
     *
     * @param wrId       the work request's id.
     * @param status     its {@link CompletionStatus}.
     * @param qpNumber   its queue pair.
     * @param opcode     its {@link CompletionOpcode}.
     * @param byteLength bytes that arrived.
     * @param flag       its flags.
     * @param value      the immediate data or the key that the peer invalidated, depending on the flag; otherwise 0.
     * @param sourceQp   the queue pair that a datagram came from, or 0.
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
        return address + (long) ROW_BYTES * Objects.checkIndex(i, capacity);
    }

    private int number(final int i, final int field) {
        final int number = UnsafeApi.getInt(row(i) + field);
        Reference.reachabilityFence(memory);
        return number;
    }

    /**
     * Returns the address of the batch's memory, for drivers that write completions directly: rows of {@link
     * #ROW_BYTES}, laid out as {@code struct ibv_wc}. Flags are this class's constants; immediate data is in native
     * byte order. The memory is valid while the batch is reachable.
     *
     * @return the address of the first row; the number of rows is the capacity.
     */
    public long address() {
        return address;
    }

    /**
     * Appends completions that a device wrote into the batch's memory after the existing ones.
     *
     * @param completions the number of completions written; together with the existing ones at most the capacity.
     */
    public void appendRows(final int completions) {
        count += completions;
    }

    /**
     * Returns the id its work request was posted with.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the id.
     */
    public long wrId(final int i) {
        final long id = UnsafeApi.getLong(row(i));
        Reference.reachabilityFence(memory);
        return id;
    }

    /**
     * Returns how the work request ended.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return a {@link CompletionStatus}.
     */
    public int status(final int i) {
        return number(i, STATUS);
    }

    /**
     * Returns the queue pair the work request was posted on.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return its number, 24 bits.
     */
    public int qpNumber(final int i) {
        return number(i, QP_NUMBER);
    }

    /**
     * Returns the kind of the work request. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return a {@link CompletionOpcode}.
     */
    public int opcode(final int i) {
        return number(i, OPCODE);
    }

    /**
     * Returns bytes that arrived by a Receive or an RDMA READ. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return 0 or more.
     */
    public int byteLength(final int i) {
        return number(i, BYTE_LENGTH);
    }

    /**
     * Flags of the completion. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return {@link #GRH}, {@link #WITH_IMMEDIATE}, {@link #WITH_INVALIDATE}; the last two never together.
     */
    public int flags(final int i) {
        return number(i, FLAGS);
    }

    /**
     * Returns the local key that the peer's message invalidated.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the key; meaningful with {@link #WITH_INVALIDATE} only.
     */
    public int invalidatedKey(final int i) {
        return number(i, DATA);
    }

    /**
     * Returns the immediate data that came with the peer's message.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the 32 bits as the peer staged them; meaningful with {@link #WITH_IMMEDIATE} only.
     */
    public int immediate(final int i) {
        return number(i, DATA);
    }

    /**
     * Returns the queue pair a datagram came from. Meaningful for Receives of UD queue pairs only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return its number, 24 bits.
     */
    public int sourceQueuePair(final int i) {
        return number(i, SOURCE);
    }
}
