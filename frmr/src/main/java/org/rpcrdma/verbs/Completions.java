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

    /** Longs of a row of {@link #rows()}. */
    public static final int ROW_LONGS = 6;

    /** Longs of a row, each but the first two columns of 32 bits: the lower one, and the upper one behind it. */
    private static final int STATUS_OPCODE = 1;

    private static final int BYTE_LENGTH = 2;
    private static final int DATA_QP_NUMBER = 3;
    private static final int SOURCE_FLAGS = 4;

    private final long[] rows;
    private final int capacity;
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
        this.capacity = capacity;
        rows = new long[Math.multiplyExact(capacity, ROW_LONGS)];
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
        final int row = ROW_LONGS * count;
        rows[row] = wrId;
        rows[row + STATUS_OPCODE] = word(status, opcode);
        rows[row + BYTE_LENGTH] = word(0, byteLength);
        rows[row + DATA_QP_NUMBER] = word(value, qpNumber);
        rows[row + SOURCE_FLAGS] = word(sourceQp, flag);
        count++;
    }

    private static long word(final int low, final int high) {
        return low & 0xFFFF_FFFFL | (long) high << Integer.SIZE;
    }

    /**
     * Returns the memory of the batch, for devices whose driver writes completions itself: a row of
     * {@link #ROW_LONGS} for each, as {@code struct ibv_wc} has them on a little-endian machine. Its flags are those of
     * this class, and immediate data are in the machine's order.
     *
     * @return the rows, as many as the capacity; the same array always.
     */
    public long[] rows() {
        return rows;
    }

    /**
     * Appends completions that a device wrote into {@link #rows()} behind those that were in the batch.
     *
     * @param completions how many; the batch must have room for them.
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
        return rows[ROW_LONGS * i];
    }

    /**
     * Returns how the work request ended.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return a {@link CompletionStatus}.
     */
    public int status(final int i) {
        return (int) rows[ROW_LONGS * i + STATUS_OPCODE];
    }

    /**
     * Returns the queue pair the work request was posted on.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return its number, 24 bits.
     */
    public int qpNumber(final int i) {
        return (int) (rows[ROW_LONGS * i + DATA_QP_NUMBER] >>> Integer.SIZE);
    }

    /**
     * Returns what the work request was. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return a {@link CompletionOpcode}.
     */
    public int opcode(final int i) {
        return (int) (rows[ROW_LONGS * i + STATUS_OPCODE] >>> Integer.SIZE);
    }

    /**
     * Returns bytes that arrived by a Receive or an RDMA READ. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return 0 or more.
     */
    public int byteLength(final int i) {
        return (int) (rows[ROW_LONGS * i + BYTE_LENGTH] >>> Integer.SIZE);
    }

    /**
     * Flags of the completion. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return {@link #GRH}, {@link #WITH_IMMEDIATE}, {@link #WITH_INVALIDATE}; the last two never together.
     */
    public int flags(final int i) {
        return (int) (rows[ROW_LONGS * i + SOURCE_FLAGS] >>> Integer.SIZE);
    }

    /**
     * Returns the local key that the peer's message invalidated.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the key; meaningful with {@link #WITH_INVALIDATE} only.
     */
    public int invalidatedKey(final int i) {
        return (int) rows[ROW_LONGS * i + DATA_QP_NUMBER];
    }

    /**
     * Returns the immediate data that came with the peer's message.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the 32 bits as the peer staged them; meaningful with {@link #WITH_IMMEDIATE} only.
     */
    public int immediate(final int i) {
        return (int) rows[ROW_LONGS * i + DATA_QP_NUMBER];
    }

    /**
     * Returns the queue pair a datagram came from. Meaningful for Receives of UD queue pairs only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return its number, 24 bits.
     */
    public int sourceQueuePair(final int i) {
        return (int) rows[ROW_LONGS * i + SOURCE_FLAGS];
    }
}
