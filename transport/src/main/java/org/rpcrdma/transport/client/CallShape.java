// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.chunk.ChunkSegments;

/**
 * The memory that a call transfers, as declared by its caller. {@link ChunkChoice} determines how each part is
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
     * The default maximum length of a reply in bytes, including the reply's header but excluding its results. It
     * applies if the caller does not set the maximum length.
     */
    static final int BESIDE_RESULTS = 256;

    /** The alignment of XDR items in bytes. Items are padded to a multiple of this number. */
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

    /** Sets the address and length of a message in the caller's memory. */
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

    /** Returns the length of a message in the caller's memory, or 0 if the message is elsewhere. */
    int messageLength() {
        return messageLength;
    }

    long messageAddress() {
        return messageAddress;
    }

    long replyAddress() {
        return replyAddress;
    }

    /** Returns the length of the memory for a reply that does not arrive inline, or 0 if there is no such memory. */
    int replyLength() {
        return replyLength;
    }

    /** Returns the maximum length of the reply message including its results, or 0 if there are no results. */
    long longestReply() {
        return results > 0 && replyLength == 0 ? resultBytes() + BESIDE_RESULTS : replyLength;
    }

    /** Returns the address of the memory for a result. */
    long resultAddress(final int result) {
        return resultAddress[result];
    }

    /** Returns the offset of the last argument, or 0 if there are no arguments. */
    int lastOffset() {
        return arguments == 0 ? 0 : argumentOffset[arguments - 1];
    }

    /** Returns the number of bytes by which the arguments lengthen the message. */
    long argumentBytes() {
        long bytes = 0;
        for (int i = 0; i < arguments; i++) {
            bytes += BitUtil.align((long) argumentLength[i], XDR_UNIT);
        }
        return bytes;
    }

    /** Returns the number of bytes that the results occupy in the longest reply. */
    long resultBytes() {
        long bytes = 0;
        for (int i = 0; i < results; i++) {
            bytes += BitUtil.align((long) resultLength[i], XDR_UNIT);
        }
        return bytes;
    }

    /** Adds one unpadded Read chunk per argument, at the argument's position in the complete message. */
    void offerArguments(final ChunkSegments segments) {
        int moved = 0;
        for (int i = 0; i < arguments; i++) {
            segments.addRead(argumentOffset[i] + moved, argumentAddress[i], argumentLength[i]);
            moved += BitUtil.align(argumentLength[i], XDR_UNIT);
        }
    }

    /** Adds one Write chunk per result. */
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

    /** Copies the given number of bytes of the message from the caller's memory. */
    void copyMessage(final MutableDirectBuffer target, final int length) {
        view.wrap(messageAddress, length);
        target.putBytes(0, view, 0, length);
        view.wrap(0, 0);
    }

    /** Records that the entire message has been copied from the caller's memory. */
    void endMessage() {
        messageLength = 0;
    }

    /**
     * Copies the arguments into the message, starting with the last argument.
     *
     * @return the length of the message including its arguments.
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
