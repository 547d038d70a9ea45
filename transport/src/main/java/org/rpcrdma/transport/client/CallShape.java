// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.chunk.ChunkSegments;

/**
 * The memory that a call transfers, as its caller declared it. {@link ChunkChoice} chooses how each part is
 * transferred.
 *
 * <pre>
 *   call    | message ...        argument 0        ... message ...        argument 1        ... message |
 *                       ^ offset 0                               ^ offset 1, in the message alone
 *   reply   | longest reply, results included: result 0, result 1                                      |
 * </pre>
 */
final class CallShape {
    /**
     * The default maximum length of a reply in bytes, including its head but excluding its results. Used if the caller
     * sets no longest reply.
     */
    static final int BESIDE_RESULTS = 256;

    /** XDR pads every item to a multiple of this number of bytes. */
    private static final int XDR_UNIT = 4;

    private static final int FIRST_CAPACITY = 2;

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private int arguments;
    private int[] argumentOffset = new int[FIRST_CAPACITY];
    private long[] argumentAddress = new long[FIRST_CAPACITY];
    private int[] argumentLength = new int[FIRST_CAPACITY];
    private int results;
    private long[] resultAddress = new long[FIRST_CAPACITY];
    private int[] resultLength = new int[FIRST_CAPACITY];
    private long messageAddress;
    private int messageLength;
    private long replyAddress;
    private int replyLength;

    void clear() {
        arguments = 0;
        results = 0;
        messageLength = 0;
        replyLength = 0;
    }

    boolean isEmpty() {
        return arguments == 0 && results == 0 && messageLength == 0 && replyLength == 0;
    }

    void addArgument(final int offset, final long address, final int length) {
        if (arguments == argumentOffset.length) {
            argumentOffset = Arrays.copyOf(argumentOffset, 2 * arguments);
            argumentAddress = Arrays.copyOf(argumentAddress, 2 * arguments);
            argumentLength = Arrays.copyOf(argumentLength, 2 * arguments);
        }
        argumentOffset[arguments] = offset;
        argumentAddress[arguments] = address;
        argumentLength[arguments] = length;
        arguments++;
    }

    void addResult(final long address, final int length) {
        if (results == resultAddress.length) {
            resultAddress = Arrays.copyOf(resultAddress, 2 * results);
            resultLength = Arrays.copyOf(resultLength, 2 * results);
        }
        resultAddress[results] = address;
        resultLength[results] = length;
        results++;
    }

    /** Sets the memory of the message, if the message is in the caller's memory. */
    void message(final long address, final int length) {
        messageAddress = address;
        messageLength = length;
    }

    void reply(final long address, final int length) {
        replyAddress = address;
        replyLength = length;
    }

    int results() {
        return results;
    }

    /** Returns the length of the message if it is in the caller's memory; otherwise 0. */
    int messageLength() {
        return messageLength;
    }

    long messageAddress() {
        return messageAddress;
    }

    long replyAddress() {
        return replyAddress;
    }

    /** Returns the length of the memory for a reply that does not arrive inline; 0 if there is none. */
    int replyLength() {
        return replyLength;
    }

    /** Returns the maximum length of the reply message, including its results; 0 without results. */
    long longestReply() {
        return results > 0 && replyLength == 0 ? resultBytes() + BESIDE_RESULTS : replyLength;
    }

    /** Returns the address of the memory for a result. */
    long resultAddress(final int result) {
        return resultAddress[result];
    }

    /** Returns the offset of the last argument; 0 if there is none. */
    int lastOffset() {
        return arguments == 0 ? 0 : argumentOffset[arguments - 1];
    }

    /** Returns the number of bytes that the arguments add to the message. */
    long argumentBytes() {
        long bytes = 0;
        for (int i = 0; i < arguments; i++) {
            bytes += BitUtil.align((long) argumentLength[i], XDR_UNIT);
        }
        return bytes;
    }

    /** Returns the number of bytes of the longest reply that the results use. */
    long resultBytes() {
        long bytes = 0;
        for (int i = 0; i < results; i++) {
            bytes += BitUtil.align((long) resultLength[i], XDR_UNIT);
        }
        return bytes;
    }

    /** Adds a Read chunk per argument, without padding, at the argument's position in the complete message. */
    void offerArguments(final ChunkSegments segments) {
        int moved = 0;
        for (int i = 0; i < arguments; i++) {
            segments.addRead(argumentOffset[i] + moved, argumentAddress[i], argumentLength[i]);
            moved += BitUtil.align(argumentLength[i], XDR_UNIT);
        }
    }

    /** Adds a Write chunk per result. */
    void offerResults(final ChunkSegments segments) {
        for (int i = 0; i < results; i++) {
            segments.beginWriteChunk();
            segments.addWrite(resultAddress[i], resultLength[i]);
        }
    }

    /** Adds a Reply chunk for the longest reply. */
    void offerReply(final ChunkSegments segments) {
        segments.addReply(replyAddress, replyLength);
    }

    /** Copies the message, up to a length in bytes, from the caller's memory. */
    void copyMessage(final MutableDirectBuffer target, final int length) {
        view.wrap(messageAddress, length);
        target.putBytes(0, view, 0, length);
        view.wrap(0, 0);
    }

    /** Records that the whole message has been copied from the caller's memory. */
    void endMessage() {
        messageLength = 0;
    }

    /**
     * Moves the arguments into the message, the last one first.
     *
     * @return the length of the message with its arguments.
     */
    int pullUp(final MutableDirectBuffer message, final int length) {
        int room = (int) argumentBytes();
        final int whole = length + room;
        int end = length;
        while (arguments > 0) {
            final int i = --arguments;
            final int offset = argumentOffset[i];
            final int padded = BitUtil.align(argumentLength[i], XDR_UNIT);
            message.putBytes(offset + room, message, offset, end - offset);
            room -= padded;
            message.setMemory(offset + room + argumentLength[i], padded - argumentLength[i], (byte) 0);
            view.wrap(argumentAddress[i], argumentLength[i]);
            message.putBytes(offset + room, view, 0, argumentLength[i]);
            end = offset;
        }
        view.wrap(0, 0);
        return whole;
    }
}
