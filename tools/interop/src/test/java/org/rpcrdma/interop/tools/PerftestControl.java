// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.rpcrdma.verbs.Gid;

/**
 * The connection on which two perftest programs negotiate (their option -R). The client sends a message, and the server
 * answers with a message of the same length. The messages contain the protocol's version, common properties of the
 * hosts, records of the measured queue pair, and finally the results. The records also serve as barriers. This format
 * was observed between programs of version 6.06.
 */
final class PerftestControl implements AutoCloseable {
    /** The port that perftest uses. */
    static final int PORT = 18_515;

    static final int RECORD = 56;

    private static final int VERSION = 16;
    private static final int PAGE = 4096;
    private static final int CACHE_LINE = 64;
    /** The code for the MTU 1024, as zero-terminated text. */
    private static final short MTU = '3' << 8;

    private static final int READS_AT = 4;
    private static final int NUMBER_AT = 8;
    private static final int KEY_AT = 16;
    private static final int ADDRESS_AT = 24;
    private static final int GID_AT = 32;
    private static final int GID_INDEX_AT = 52;
    private static final int GID_INDEX = 1;

    private final Channel channel;
    private final Gid gid;

    /** Creates the host's side of the connection, which is not connected yet. */
    PerftestControl(final Host host, final InetAddress local) {
        channel = new Channel(host, 2 * RECORD);
        gid = Gid.of(local);
        awaitNext();
    }

    Channel channel() {
        return channel;
    }

    private void awaitNext() {
        channel.receive(RECORD, RECORD);
    }

    /** Sends the version and the properties that the server needs to start. */
    void greet(final String version) {
        channel.memory().put(0, new byte[VERSION]).put(0, version.getBytes(StandardCharsets.US_ASCII));
        exchange(VERSION);
        channel.memory().putInt(0, PAGE);
        exchange(Integer.BYTES);
        channel.memory().putInt(0, CACHE_LINE);
        exchange(Integer.BYTES);
        channel.memory().putShort(0, MTU);
        exchange(Short.BYTES);
        nothing();
    }

    /** Exchanges empty records. */
    void nothing() {
        channel.memory().put(0, new byte[RECORD]);
        exchange(RECORD);
    }

    /** Exchanges a number. */
    void number(final long value) {
        channel.memory().putLong(0, value);
        exchange(Long.BYTES);
    }

    /** Exchanges records of the measured queue pairs, which sets {@link #peerAddress} and related fields. */
    void record(final Channel measured, final int reads) {
        write(measured, reads);
        exchange(RECORD);
    }

    long peerAddress() {
        return channel.memory().getLong(RECORD + ADDRESS_AT);
    }

    int peerKey() {
        return channel.memory().getInt(RECORD + KEY_AT);
    }

    private void write(final Channel measured, final int reads) {
        final ByteBuffer memory = channel.memory();
        memory.put(0, new byte[RECORD])
                .putInt(READS_AT, reads)
                .putInt(NUMBER_AT, measured.number())
                .putInt(KEY_AT, measured.rkey())
                .putLong(ADDRESS_AT, measured.address(0))
                .putLong(GID_AT, gid.subnetPrefix())
                .putLong(GID_AT + Long.BYTES, gid.interfaceId())
                .putInt(GID_INDEX_AT, GID_INDEX);
    }

    private void exchange(final int length) {
        channel.send(0, length);
        final int answered = channel.awaitMessage();
        if (answered != length) {
            throw new IllegalStateException(
                    "unexpected length of the server's answer: length=" + answered + " expected=" + length);
        }
        awaitNext();
    }

    /**
     * Answers the client's next message.
     *
     * @param measured the measured queue pair, or null if it does not exist yet.
     * @return false if the client has disconnected instead.
     */
    boolean answer(final Channel measured) {
        final int length = channel.awaitMessage();
        if (length < 0) {
            return false;
        }
        if (length == RECORD && channel.memory().getInt(RECORD + NUMBER_AT) != 0 && measured != null) {
            write(measured, channel.memory().getInt(RECORD + READS_AT));
        } else {
            channel.memory().put(0, channel.memory(), RECORD, length);
        }
        awaitNext();
        channel.send(0, length);
        return true;
    }

    @Override
    public void close() {
        channel.close();
    }
}
