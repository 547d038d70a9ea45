// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Plays ping-pong like rping(1). For each ping, the client sends the address, key and length of its data in 16 bytes.
 * The server fetches the data by RDMA READ and confirms with a SEND. The client then sends the destination for the
 * returned data. The server writes the data there by RDMA WRITE and confirms again.
 *
 * @param size   the size of a ping's data in bytes, from {@link #SMALLEST} to {@link #LARGEST}.
 * @param report receives the data of each ping.
 */
record Rping(Host host, int size, Consumer<String> report) {
    /** The port that rping uses. */
    static final int PORT = 7174;

    /** The minimum size, in bytes, of a ping's data, which contains the ping's name. */
    static final int SMALLEST = 16;

    static final int LARGEST = 1 << 20;

    private static final int MESSAGE = 16;
    private static final int LENGTH_AT = 12;
    private static final int KEY_AT = 8;

    /** The offset of the sent message. The received message, the ping's data, and the returned data follow. */
    private static final int SENT = 0;

    private static final int RECEIVED = MESSAGE;
    private static final int DATA = 2 * MESSAGE;

    private static final int FIRST_CHARACTER = 'A';
    private static final int LAST_CHARACTER = 'z';

    /** Returns a channel that is waiting for a message. */
    private Channel newChannel() {
        final Channel channel = new Channel(host, DATA + 2 * size);
        channel.receive(RECEIVED, MESSAGE);
        return channel;
    }

    /**
     * Answers one client's pings until it disconnects.
     *
     * @return the number of pings.
     */
    int serve(final int port) throws Exception {
        try (Channel channel = newChannel()) {
            awaitClient(port, channel);
            int pings = 0;
            while (channel.awaitMessage() == MESSAGE) {
                answer(channel);
                pings++;
            }
            return pings;
        }
    }

    private void awaitClient(final int port, final Channel channel) throws Exception {
        final boolean[] isTaken = new boolean[1];
        final AutoCloseable listener = host.listen(port, request -> {
            if (isTaken[0]) {
                request.reject(new byte[0]);
            } else {
                channel.accept(request, Channel.PARAMETERS);
                isTaken[0] = true;
            }
        });
        try {
            host.awaitLong(channel::isEstablished);
        } finally {
            listener.close();
        }
    }

    private void answer(final Channel channel) {
        channel.read(DATA, length(channel), remoteAddress(channel), remoteKey(channel));
        channel.awaitSent(0);
        report.accept("ping: " + text(channel.memory(), DATA));
        say(channel);
        if (channel.awaitMessage() != MESSAGE) {
            throw new IllegalStateException("the peer sent no message with the destination of the data");
        }
        channel.write(DATA, length(channel), remoteAddress(channel), remoteKey(channel));
        say(channel);
    }

    private static long remoteAddress(final Channel channel) {
        return channel.memory().getLong(RECEIVED);
    }

    private static int remoteKey(final Channel channel) {
        return channel.memory().getInt(RECEIVED + KEY_AT);
    }

    private int length(final Channel channel) {
        final int length = channel.memory().getInt(RECEIVED + LENGTH_AT);
        if (length < 0 || length > size) {
            throw new IllegalStateException(
                    "the client's data is longer than this side's: length=" + length + " limit=" + size);
        }
        return length;
    }

    /** Sends the message, which the peer will answer. */
    private static void say(final Channel channel) {
        channel.receive(RECEIVED, MESSAGE);
        channel.send(SENT, MESSAGE);
    }

    /**
     * Pings a server, and compares the returned data with the sent data.
     *
     * @throws IllegalStateException if they differ, or if the server disconnects.
     */
    void ping(final InetSocketAddress server, final int count) {
        try (Channel channel = new Channel(host, DATA + 2 * size)) {
            channel.connect(server, Channel.PARAMETERS);
            for (int i = 0; i < count; i++) {
                fill(channel.memory(), i);
                ask(channel, DATA);
                ask(channel, DATA + size);
                compare(channel.memory(), i);
                report.accept("ping: " + text(channel.memory(), DATA + size));
            }
        }
    }

    /** Sends the location of data, and waits until the server has used the data. */
    private void ask(final Channel channel, final int offset) {
        channel.memory()
                .putLong(SENT, channel.address(offset))
                .putInt(SENT + KEY_AT, channel.rkey())
                .putInt(SENT + LENGTH_AT, size);
        say(channel);
        if (channel.awaitMessage() != MESSAGE) {
            throw new IllegalStateException("the server has disconnected");
        }
    }

    private void fill(final ByteBuffer memory, final int ping) {
        final byte[] name = ("rdma-ping-" + ping + ": ").getBytes(StandardCharsets.US_ASCII);
        final int characters = LAST_CHARACTER - FIRST_CHARACTER + 1;
        for (int i = 0; i < size - 1; i++) {
            final int letter = FIRST_CHARACTER + Math.floorMod(ping + i - name.length, characters);
            memory.put(DATA + i, i < name.length ? name[i] : (byte) letter);
        }
        memory.put(DATA + size - 1, (byte) 0);
    }

    private void compare(final ByteBuffer memory, final int ping) {
        final int difference = memory.slice(DATA, size).mismatch(memory.slice(DATA + size, size));
        if (difference >= 0) {
            throw new IllegalStateException("the returned data differs: ping=" + ping + " at=" + difference);
        }
    }

    /** Returns the zero-terminated text at an offset. */
    private String text(final ByteBuffer memory, final int offset) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < size && memory.get(offset + i) != 0; i++) {
            text.append((char) memory.get(offset + i));
        }
        return text.toString();
    }
}
