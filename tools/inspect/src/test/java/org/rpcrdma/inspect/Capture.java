// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import org.rpcrdma.bench.Rpcrdma;

/**
 * A pcap file in memory, which tests modify.
 *
 * @param frames   the frames, in file order.
 * @param linkType the frames' link type.
 */
record Capture(List<Frame> frames, int linkType) {
    private static final int HEADER = 24;
    private static final int RECORD = 16;
    private static final int NANOS_MAGIC = 0xa1b23c4d;
    private static final long SECOND = 1_000_000_000L;

    /**
     * A frame.
     *
     * @param bytes    the captured bytes.
     * @param nanos    the capture time.
     * @param original the frame's length on the wire.
     */
    record Frame(byte[] bytes, long nanos, int original) {}

    /** Reads a capture from the tests' resources. */
    static Capture read(final String name) {
        final String path = "/captures/" + name + ".pcap.gz";
        try (InputStream in = new GZIPInputStream(Capture.class.getResourceAsStream(path))) {
            return of(in.readAllBytes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a little-endian pcap file. */
    static Capture of(final byte[] bytes) {
        final ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        final int unit = file.getInt(0) == NANOS_MAGIC ? 1 : 1000;
        final List<Frame> frames = new ArrayList<>();
        file.position(HEADER);
        while (file.hasRemaining()) {
            final long nanos = file.getInt() * SECOND + (long) file.getInt() * unit;
            final byte[] frame = new byte[file.getInt()];
            final int original = file.getInt();
            file.get(frame);
            frames.add(new Frame(frame, nanos, original));
        }
        return new Capture(frames, file.getInt(20));
    }

    /** Runs the {@code capture} command and reads its output. */
    static Capture simulated(final Path folder, final String... arguments) throws IOException {
        final Path file = folder.resolve("simulated.pcap");
        final List<String> command = new ArrayList<>(List.of("capture", "--out", file.toString()));
        command.addAll(Arrays.asList(arguments));
        final StringWriter printed = new StringWriter();
        final int exitCode = Rpcrdma.commandLine()
                .setOut(new PrintWriter(printed, true))
                .setErr(new PrintWriter(printed, true))
                .execute(command.toArray(new String[0]));
        if (exitCode != 0) {
            throw new AssertionError(printed);
        }
        return of(Files.readAllBytes(file));
    }

    /** Modifies the bytes of every frame, and the link type. */
    Capture each(final UnaryOperator<byte[]> change, final int type) {
        return new Capture(
                frames.stream()
                        .map(frame -> {
                            final byte[] bytes = change.apply(frame.bytes);
                            return new Frame(bytes, frame.nanos, bytes.length);
                        })
                        .toList(),
                type);
    }

    /** Returns a capture of other frames with the same link type, ordered by time. */
    Capture sorted(final List<Frame> others) {
        final List<Frame> sorted = new ArrayList<>(others);
        sorted.sort(Comparator.comparingLong(Frame::nanos));
        return new Capture(sorted, linkType);
    }

    /** Returns a little-endian pcap file with nanosecond resolution. */
    byte[] file() {
        return file(ByteOrder.LITTLE_ENDIAN, true);
    }

    byte[] file(final ByteOrder order, final boolean isNanos) {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        final ByteBuffer header = ByteBuffer.allocate(HEADER).order(order);
        header.putInt(isNanos ? NANOS_MAGIC : 0xa1b2c3d4).putShort((short) 2).putShort((short) 4);
        file.writeBytes(header.putLong(0).putInt(1 << 18).putInt(linkType).array());
        for (final Frame frame : frames) {
            final long fraction = frame.nanos % SECOND;
            final ByteBuffer record = ByteBuffer.allocate(RECORD).order(order);
            record.putInt((int) (frame.nanos / SECOND)).putInt((int) (isNanos ? fraction : fraction / 1000));
            file.writeBytes(
                    record.putInt(frame.bytes.length).putInt(frame.original).array());
            file.writeBytes(frame.bytes);
        }
        return file.toByteArray();
    }
}
