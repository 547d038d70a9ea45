/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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

    private final long[] wrIds;
    private final int[] statuses;
    private final int[] qpNumbers;
    private final int[] opcodes;
    private final int[] byteLengths;
    private final int[] flags;
    private final int[] data;
    private final int[] sourceQueuePairs;
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
        statuses = new int[capacity];
        qpNumbers = new int[capacity];
        opcodes = new int[capacity];
        byteLengths = new int[capacity];
        flags = new int[capacity];
        data = new int[capacity];
        sourceQueuePairs = new int[capacity];
    }

    /**
     * The most completions this batch holds.
     *
     * @return at least 1.
     */
    public int capacity() {
        return wrIds.length;
    }

    /**
     * Completions in the batch since the last poll.
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
        statuses[i] = status;
        qpNumbers[i] = qpNumber;
        opcodes[i] = opcode;
        byteLengths[i] = byteLength;
        flags[i] = flag;
        data[i] = value;
        sourceQueuePairs[i] = sourceQp;
        count = i + 1;
    }

    /**
     * The id its work request was posted with.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the id.
     */
    public long wrId(final int i) {
        return wrIds[i];
    }

    /**
     * How the work request ended.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return a {@link CompletionStatus}.
     */
    public int status(final int i) {
        return statuses[i];
    }

    /**
     * The queue pair the work request was posted on.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return its number, 24 bits.
     */
    public int qpNumber(final int i) {
        return qpNumbers[i];
    }

    /**
     * What the work request was. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return a {@link CompletionOpcode}.
     */
    public int opcode(final int i) {
        return opcodes[i];
    }

    /**
     * Bytes that arrived by a Receive or an RDMA READ. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return 0 or more.
     */
    public int byteLength(final int i) {
        return byteLengths[i];
    }

    /**
     * Flags of the completion. Meaningful on success only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return {@link #GRH}, {@link #WITH_IMMEDIATE}, {@link #WITH_INVALIDATE}; the last two never together.
     */
    public int flags(final int i) {
        return flags[i];
    }

    /**
     * The local key that the peer's message invalidated.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the key; meaningful with {@link #WITH_INVALIDATE} only.
     */
    public int invalidatedKey(final int i) {
        return data[i];
    }

    /**
     * The immediate data that came with the peer's message.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return the 32 bits as the peer staged them; meaningful with {@link #WITH_IMMEDIATE} only.
     */
    public int immediate(final int i) {
        return data[i];
    }

    /**
     * The queue pair a datagram came from. Meaningful for Receives of UD queue pairs only.
     *
     * @param i place in the batch, below {@link #count()}.
     * @return its number, 24 bits.
     */
    public int sourceQueuePair(final int i) {
        return sourceQueuePairs[i];
    }
}
