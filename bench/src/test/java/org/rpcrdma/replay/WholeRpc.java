// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The two messages of an RPC in XDR, including the data in chunks. Any marshalling has to transfer these bytes.
 *
 * <pre>
 *   head         | message ...            ... message |
 *                              ^ arguments[0].offset
 *   call         | message ... argument 0, padded ... message |
 *   reply        | message ... length of result 0, result 0, padded ... message |
 * </pre>
 *
 * @param head      the call message without its arguments
 * @param arguments the data of the Read chunks, except the Position-Zero chunk
 * @param call the call message with its arguments
 * @param reply     the reply message with the data of the Write chunks
 */
record WholeRpc(byte[] head, List<Argument> arguments, byte[] call, byte[] reply) {
    private static final int XDR_UNIT = 4;

    /**
     * An argument that may be sent in a Read chunk.
     *
     * @param offset the argument's offset in the message without arguments
     * @param data the argument's bytes, without padding
     */
    record Argument(int offset, byte[] data) {}

    static WholeRpc of(final Exchange exchange) {
        final byte[] head = exchange.isLongCall() ? chunkAt(exchange, 0) : exchange.call();
        final List<Argument> arguments = arguments(exchange);
        return new WholeRpc(head, arguments, call(head, arguments), reply(exchange));
    }

    private static List<Argument> arguments(final Exchange exchange) {
        final List<Argument> arguments = new ArrayList<>();
        final int[] positions = Arrays.stream(exchange.readPositions())
                .filter(position -> position > 0)
                .distinct()
                .toArray();
        int moved = 0;
        for (final int position : positions) {
            final byte[] data = chunkAt(exchange, position);
            arguments.add(new Argument(position - moved, data));
            moved += padded(data.length);
        }
        return arguments;
    }

    /** Returns the bytes in all segments of the Read chunk at a position. */
    private static byte[] chunkAt(final Exchange exchange, final int position) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < exchange.readData().length; i++) {
            if (exchange.readPositions()[i] == position) {
                bytes.writeBytes(exchange.readData()[i]);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] call(final byte[] head, final List<Argument> arguments) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int done = 0;
        for (final Argument argument : arguments) {
            bytes.write(head, done, argument.offset() - done);
            bytes.writeBytes(Arrays.copyOf(argument.data(), padded(argument.data().length)));
            done = argument.offset();
        }
        bytes.write(head, done, head.length - done);
        return bytes.toByteArray();
    }

    /**
     * Returns the reply with its results. Each result follows the last word that contains the result's length. If there
     * is no such word, the result is at the end.
     */
    private static byte[] reply(final Exchange exchange) {
        byte[] reply = exchange.reply();
        int end = reply.length;
        for (int chunk = exchange.written().length - 1; chunk >= 0; chunk--) {
            final byte[] data = exchange.written()[chunk];
            if (data.length > 0) {
                final int word = lastWord(reply, end, data.length);
                end = word < 0 ? end : word;
                reply = inserted(reply, word < 0 ? end : word + XDR_UNIT, data);
            }
        }
        return reply;
    }

    private static int lastWord(final byte[] message, final int end, final int value) {
        final ByteBuffer words = ByteBuffer.wrap(message);
        int at = end - XDR_UNIT;
        while (at >= 0 && words.getInt(at) != value) {
            at -= XDR_UNIT;
        }
        return at;
    }

    private static byte[] inserted(final byte[] message, final int at, final byte[] data) {
        final byte[] whole = new byte[message.length + padded(data.length)];
        System.arraycopy(message, 0, whole, 0, at);
        System.arraycopy(data, 0, whole, at, data.length);
        System.arraycopy(message, at, whole, at + padded(data.length), message.length - at);
        return whole;
    }

    /** Returns the length of an item with its XDR padding. */
    static int padded(final int length) {
        return (length + XDR_UNIT - 1) & -XDR_UNIT;
    }
}
