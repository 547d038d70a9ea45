// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.rpcrdma.capture.PcapFormat.MAGIC_MICROS;
import static org.rpcrdma.capture.PcapFormat.MAGIC_NANOS;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.rpcrdma.capture.frame.LinkTypes;

/** A list of frames, which can be converted to capture files of every format. */
final class CaptureFile {
    /** A frame, with its bytes, its capture time and its length on the wire. */
    record Frame(byte[] bytes, long nanos, int original) {}

    static final Path NAME = Path.of("test.pcap");

    final List<Frame> frames = new ArrayList<>();

    CaptureFile add(final byte[] frame) {
        return add(frame, frames.size() * 1_000_000L);
    }

    CaptureFile add(final byte[] frame, final long nanos) {
        frames.add(new Frame(frame, nanos, frame.length));
        return this;
    }

    /** Returns the frames of a sample capture. */
    static CaptureFile sample(final String name) {
        final ByteBuffer file = ByteBuffer.wrap(plainSample(name)).order(ByteOrder.LITTLE_ENDIAN);
        final CaptureFile capture = new CaptureFile();
        file.position(24);
        while (file.hasRemaining()) {
            final long seconds = file.getInt();
            final long micros = file.getInt();
            final byte[] bytes = new byte[file.getInt()];
            final int original = file.getInt();
            file.get(bytes);
            capture.frames.add(new Frame(bytes, seconds * 1_000_000_000L + micros * 1000, original));
        }
        return capture;
    }

    static byte[] compressedSample(final String name) {
        try {
            return Files.readAllBytes(
                    Path.of("..", "bench", "src", "main", "resources", "captures", name + ".pcap.gz"));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] plainSample(final String name) {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(compressedSample(name)))) {
            return in.readAllBytes();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] pcap(final ByteOrder order, final boolean nanos) {
        final ByteBuffer file = allocate(24, 16).order(order);
        file.putInt(nanos ? MAGIC_NANOS : MAGIC_MICROS).putShort((short) 2).putShort((short) 4);
        file.putInt(0).putInt(0).putInt(65536).putInt(LinkTypes.ETHERNET);
        for (final Frame frame : frames) {
            final long fraction = frame.nanos % 1_000_000_000L;
            file.putInt((int) (frame.nanos / 1_000_000_000L)).putInt((int) (nanos ? fraction : fraction / 1000));
            file.putInt(frame.bytes.length).putInt(frame.original).put(frame.bytes);
        }
        return written(file);
    }

    byte[] pcap() {
        return pcap(ByteOrder.LITTLE_ENDIAN, false);
    }

    /**
     * Returns a section of enhanced packets, which were captured on the second of two interfaces. There are unknown
     * blocks between the packets.
     */
    byte[] pcapng(final ByteOrder order, final int resolution) {
        final ByteBuffer file = allocate(200, 48).order(order);
        file.putInt(PcapngFormat.SECTION_HEADER).putInt(28).putInt(0x1a2b3c4d);
        file.putShort((short) 1).putShort((short) 0).putLong(-1).putInt(28);
        file.putInt(1)
                .putInt(20)
                .putShort((short) 113)
                .putShort((short) 0)
                .putInt(0)
                .putInt(20);
        file.putInt(0xbad).putInt(16).putInt(0xdead).putInt(16);
        file.putInt(1).putInt(32).putShort((short) 1).putShort((short) 0).putInt(0);
        file.putShort((short) 9).putShort((short) 1).put((byte) resolution).put(new byte[3]);
        file.putInt(0).putInt(32);
        for (final Frame frame : frames) {
            final int padded = frame.bytes.length + 3 & -4;
            final long time = resolution == 9 ? frame.nanos : frame.nanos / 1000;
            file.putInt(6).putInt(32 + padded).putInt(1);
            file.putInt((int) (time >>> 32))
                    .putInt((int) time)
                    .putInt(frame.bytes.length)
                    .putInt(frame.original);
            file.put(frame.bytes).put(new byte[padded - frame.bytes.length]).putInt(32 + padded);
        }
        return written(file);
    }

    /** Returns a section of simple packets, which have no timestamps. */
    byte[] simplePcapng() {
        final ByteBuffer file = allocate(100, 20).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(PcapngFormat.SECTION_HEADER).putInt(28).putInt(0x1a2b3c4d);
        file.putShort((short) 1).putShort((short) 0).putLong(-1).putInt(28);
        file.putInt(1)
                .putInt(20)
                .putShort((short) 1)
                .putShort((short) 0)
                .putInt(0)
                .putInt(20);
        for (final Frame frame : frames) {
            final int padded = frame.bytes.length + 3 & -4;
            file.putInt(3).putInt(16 + padded).putInt(frame.original);
            file.put(frame.bytes).put(new byte[padded - frame.bytes.length]).putInt(16 + padded);
        }
        return written(file);
    }

    static byte[] gzip(final byte[] bytes) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Reads a capture file that is held in memory. */
    static CaptureCounts read(final byte[] file, final CaptureListener listener) throws IOException {
        return CaptureReader.read(NAME, new ByteArrayInputStream(file), listener);
    }

    private ByteBuffer allocate(final int header, final int overhead) {
        final int bytes =
                frames.stream().mapToInt(frame -> frame.bytes.length + overhead).sum();
        return ByteBuffer.allocate(header + bytes);
    }

    private static byte[] written(final ByteBuffer file) {
        final byte[] bytes = new byte[file.position()];
        file.flip().get(bytes);
        return bytes;
    }
}
