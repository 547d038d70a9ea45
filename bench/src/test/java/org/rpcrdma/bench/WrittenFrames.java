// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The RoCEv2 frames in a pcap file over Ethernet and IPv4. They are read without the project's own parser. */
final class WrittenFrames {
    static final int IP = 14;
    static final int UDP = IP + 20;
    static final int BTH = UDP + 8;
    static final int DETH = BTH + 12;
    /** The offset of a management datagram, which is sent from queue pair 1 to queue pair 1. */
    static final int MAD = DETH + 8;

    static final int MESSAGE = MAD + 24;

    static final int REQ = 0x10;
    static final int REP = 0x13;
    static final int RTU = 0x14;
    static final int DREQ = 0x15;
    static final int DREP = 0x16;

    private static final int ROCE_PORT = 4791;
    private static final int DATAGRAM = 100;

    private WrittenFrames() {}

    static List<ByteBuffer> of(final Path file) throws IOException {
        final byte[] bytes = Files.readAllBytes(file);
        final ByteBuffer records = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        final List<ByteBuffer> frames = new ArrayList<>();
        for (int at = 24; at < bytes.length; at += 16 + records.getInt(at + 8)) {
            final ByteBuffer frame =
                    records.slice(at + 16, records.getInt(at + 8)).order(ByteOrder.BIG_ENDIAN);
            if (frame.getShort(UDP + 2) == ROCE_PORT) {
                frames.add(frame);
            }
        }
        return frames;
    }

    /** Returns the frames of a bundled capture, which is unpacked into a file. */
    static List<ByteBuffer> bundled(final String name, final Path folder) throws IOException {
        final Path file = folder.resolve(name + ".pcap");
        final Path packed = Path.of("src", "main", "resources", "captures", name + ".pcap.gz");
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(packed)))) {
            Files.write(file, in.readAllBytes());
        }
        return of(file);
    }

    static boolean isManagement(final ByteBuffer frame) {
        return frame.get(BTH) == DATAGRAM;
    }

    /** Returns the attribute of a management datagram. */
    static int attribute(final ByteBuffer frame) {
        return frame.getShort(MAD + 16);
    }

    static int source(final ByteBuffer frame) {
        return frame.getInt(IP + 12);
    }

    static int identification(final ByteBuffer frame) {
        return frame.getShort(IP + 4) & 0xffff;
    }

    static int psn(final ByteBuffer frame) {
        return frame.getInt(BTH + 8) & 0xff_ffff;
    }

    static int destinationQueuePair(final ByteBuffer frame) {
        return frame.getInt(BTH + 4) & 0xff_ffff;
    }

    /** Returns true for a SEND, WRITE or READ request of a reliable connection. */
    static boolean isRequest(final ByteBuffer frame) {
        return (frame.get(BTH) & 0xff) <= 12 || (frame.get(BTH) & 0xff) >= 22 && (frame.get(BTH) & 0xff) <= 23;
    }

    /** Returns a field of a connection manager message. */
    static int field(final ByteBuffer frame, final int at, final int bits) {
        return frame.getInt(MESSAGE + at) >>> Integer.SIZE - bits;
    }
}
