// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.glassfish.grizzly.Buffer;

/**
 * A rule's walk through the arguments or results of a message. Each method skips a value; {@link #item()} skips an
 * opaque that the program's binding defines as DDP-eligible (RFC 8166, section 6.1).
 *
 * <p>If the message is malformed, the walk stops and discards all items that it has found.
 */
public final class MessageWalk {
    private static final int XDR_UNIT = 4;

    /** A range of a message that may travel in a chunk or has travelled in one. */
    record Item(int offset, int length) {}

    private final Buffer message;
    private final int end;
    private final int[] movedLengths;
    private final List<Item> items = new ArrayList<>(1);
    private final List<Integer> results = new ArrayList<>(1);
    private int position;
    private int replyLength = -1;

    /**
     * @param movedLengths the lengths, in bytes and in order, of the items that were sent in chunks and are not in the
     *                     message; 0 for an item in the message.
     */
    private MessageWalk(final Buffer message, final int begin, final int end, final int... movedLengths) {
        this.message = message;
        this.end = end;
        this.movedLengths = movedLengths;
        position = begin;
    }

    /** Walks a message and returns its items. The list is empty if the message does not match the rule. */
    static MessageWalk of(
            final DdpRule.Way way, final Buffer message, final int begin, final int end, final int... movedLengths) {
        final MessageWalk walk = new MessageWalk(message, begin, end, movedLengths);
        try {
            way.go(walk);
        } catch (final BufferUnderflowException e) {
            walk.items.clear();
            walk.results.clear();
            walk.replyLength = -1;
        }
        return walk;
    }

    /**
     * Reads a word.
     *
     * @return the next 4 bytes, as a big-endian number.
     */
    public int nextInt() {
        final int at = position;
        skip(XDR_UNIT);
        return message.getInt(at);
    }

    /**
     * Skips bytes.
     *
     * @param bytes the number of bytes, a non-negative multiple of 4, as XDR requires.
     */
    public void skip(final int bytes) {
        if (bytes < 0 || bytes > end - position) {
            throw new BufferUnderflowException();
        }
        position += bytes;
    }

    /** Skips a variable-length opaque or a string: its length, its bytes and the padding. */
    public void skipOpaque() {
        skipPadded(nextInt());
    }

    private void skipPadded(final int length) {
        if (length < 0 || length > end - position) {
            throw new BufferUnderflowException();
        }
        skip(BitUtil.align(length, XDR_UNIT));
    }

    /** Skips a DDP-eligible opaque. */
    public void item() {
        final int length = nextInt();
        final int index = items.size();
        if (index < movedLengths.length && movedLengths[index] > 0) {
            items.add(new Item(position, movedLengths[index]));
            return;
        }
        items.add(new Item(position, length));
        skipPadded(length);
    }

    /**
     * Announces a DDP-eligible result. Call it only for a call's arguments, which determine the result's maximum
     * length.
     *
     * @param longest the maximum length, in bytes. Values below 1 count as 1, so that each result has a chunk.
     */
    public void result(final int longest) {
        results.add(Math.max(1, longest));
    }

    /**
     * Announces the longest reply. Call it only for a call's arguments.
     *
     * @param bytes the length of the results, in bytes, excluding results announced by {@link #result(int)}.
     */
    public void longestReply(final int bytes) {
        replyLength = bytes;
    }

    List<Item> items() {
        return items;
    }

    List<Integer> results() {
        return results;
    }

    /** Returns the announced length, in bytes, or a default if no length was announced. */
    int replyLength(final int otherwise) {
        return replyLength < 0 ? otherwise : replyLength;
    }
}
