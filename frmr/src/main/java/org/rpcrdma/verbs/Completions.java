// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A reused batch of work completions, one array a column, filled by {@link CompletionQueue#poll(Completions)}.
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

    /** The columns beside wr_id lie side by side: they are written and read together. */
    private static final int STATUS = 0;

    private static final int QP_NUMBER = 1;
    private static final int OPCODE = 2;
    private static final int BYTE_LENGTH = 3;
    private static final int FLAGS = 4;
    private static final int DATA = 5;
    private static final int SOURCE_QP = 6;
    private static final int ROW_SHIFT = 3;

    private final long[] wrIds;
    private final int[] rows;
    private int count;

    /**
     * Makes an empty batch.
     *
     * @param capacity the most completions that one poll may return, at least 1.
     */
    public Completions(final int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1: capacity=" + capacity);
        }
        wrIds = new long[capacity];
        rows = new int[Math.multiplyExact(capacity, 1 << ROW_SHIFT)];
    }

    /**
     * Returns the most completions this batch holds.
     *
     * @return at least 1.
     */
    public int capacity() {
        return wrIds.length;
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
     * Appends a completion; for devices. The batch must have room.
     *
     * @param wrId       the work request's id.
     * @param status     its {@link CompletionStatus}.
     * @param qpNumber   its queue pair.
     * @param opcode     its {@link CompletionOpcode}.
     * @param byteLength bytes that arrived.
     * @param flag       its flags.
     * @param value      the immediate data or the key the peer invalidated, by the flag; or 0.
     */
    public void append(
            final long wrId,
            final int status,
            final int qpNumber,
            final int opcode,
            final int byteLength,
            final int flag,
            final int value) {
        append(wrId, status, qpNumber, opcode, byteLength, flag, value, 0);
    }

    /**
     * Appends a completion of a datagram; for devices. The batch must have room.
     *
     * @param wrId       the work request's id.
     * @param status     its {@link CompletionStatus}.
     * @param qpNumber   its queue pair.
     * @param opcode     its {@link CompletionOpcode}.
     * @param byteLength bytes that arrived.
     * @param flag       its flags.
     * @param value      the immediate data or the key the peer invalidated, by the flag; or 0.
     * @param sourceQp   the queue pair it came from, or 0.
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
        final int i = count;
        wrIds[i] = wrId;
        final int row = i << ROW_SHIFT;
        rows[row + STATUS] = status;
        rows[row + QP_NUMBER] = qpNumber;
        rows[row + OPCODE] = opcode;
        rows[row + BYTE_LENGTH] = byteLength;
        rows[row + FLAGS] = flag;
        rows[row + DATA] = value;
        rows[row + SOURCE_QP] = sourceQp;
        count = i + 1;
    }

    /**
     * Returns the id its work request was posted with.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the id.
     */
    public long wrId(final int i) {
        return wrIds[i];
    }

    /**
     * Returns how the work request ended.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return a {@link CompletionStatus}.
     */
    public int status(final int i) {
        return rows[(i << ROW_SHIFT) + STATUS];
    }

    /**
     * Returns the queue pair the work request was posted on.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return its number, 24 bits.
     */
    public int qpNumber(final int i) {
        return rows[(i << ROW_SHIFT) + QP_NUMBER];
    }

    /**
     * Returns what the work request was. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return a {@link CompletionOpcode}.
     */
    public int opcode(final int i) {
        return rows[(i << ROW_SHIFT) + OPCODE];
    }

    /**
     * Returns bytes that arrived by a Receive or an RDMA READ. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return 0 or more.
     */
    public int byteLength(final int i) {
        return rows[(i << ROW_SHIFT) + BYTE_LENGTH];
    }

    /**
     * Flags of the completion. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return {@link #GRH}, {@link #WITH_IMMEDIATE}, {@link #WITH_INVALIDATE}; the last two never together.
     */
    public int flags(final int i) {
        return rows[(i << ROW_SHIFT) + FLAGS];
    }

    /**
     * Returns the local key that the peer's message invalidated.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the key; meaningful with {@link #WITH_INVALIDATE} only.
     */
    public int invalidatedKey(final int i) {
        return rows[(i << ROW_SHIFT) + DATA];
    }

    /**
     * Returns the immediate data that came with the peer's message.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the 32 bits as the peer staged them; meaningful with {@link #WITH_IMMEDIATE} only.
     */
    public int immediate(final int i) {
        return rows[(i << ROW_SHIFT) + DATA];
    }

    /**
     * Returns the queue pair a datagram came from. Meaningful for Receives of UD queue pairs only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return its number, 24 bits.
     */
    public int sourceQueuePair(final int i) {
        return rows[(i << ROW_SHIFT) + SOURCE_QP];
    }
}
