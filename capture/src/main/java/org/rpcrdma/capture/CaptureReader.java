// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.compression.Decompression;
import org.rpcrdma.capture.frame.FrameParser;
import org.rpcrdma.capture.frame.Layer;
import org.rpcrdma.capture.frame.Skipped;

/**
 * Reads a capture file and reports the messages and data of its RDMA connections to a {@link CaptureListener}.
 *
 * <p>Accepts pcap and pcapng files of any size, in either byte order, plain or compressed with gzip, Zstandard or LZ4.
 * The link layer can be Ethernet, with or without Linux's cooked headers, raw IP, or InfiniBand, with or without ERF
 * records. If a file is truncated or damaged, the reader reads all complete frames before that position and counts the
 * truncated frame.
 *
 * <p>Allocates nothing per packet. Thread-safe, because each call of {@code read} uses its own memory and runs on the
 * caller's thread.
 */
public final class CaptureReader {
    private static final int FILE_BUFFER = 1 << 16;
    private static final String ACCEPTED = "expected a pcap or pcapng file, plain or compressed with gzip, zstd or lz4";

    private CaptureReader() {}

    /**
     * Reads a capture.
     *
     * @param file     the capture.
     * @param listener the listener, which is called on the caller's thread.
     * @return statistics of the frames and messages, including truncated and dropped ones.
     * @throws CaptureException if the file cannot be read or is not an accepted capture.
     * @throws IOException      if reading fails after the file header.
     */
    public static CaptureCounts read(final Path file, final CaptureListener listener) throws IOException {
        try (InputStream stream = new BufferedInputStream(open(file), FILE_BUFFER)) {
            return read(file, stream, listener);
        }
    }

    /**
     * Opens a file or a pipe. {@link Files} is not used, because its streams query the position, which a pipe does not
     * support.
     */
    private static InputStream open(final Path file) throws CaptureException {
        if (Files.isDirectory(file)) {
            throw new CaptureException(file, "a directory; " + ACCEPTED);
        }
        try {
            return new FileInputStream(file.toFile());
        } catch (final FileNotFoundException e) {
            throw new CaptureException(file, Files.exists(file) ? "permission denied" : "no such file");
        }
    }

    /**
     * Reads a capture from a stream.
     *
     * @param name     the capture's name for use in messages.
     * @param stream   the bytes of the capture file. The stream must support mark and reset. It is not closed.
     * @param listener the listener, which is called on the caller's thread.
     * @return statistics of the frames and messages, including truncated and dropped ones.
     * @throws CaptureException if the bytes are not an accepted capture.
     * @throws IOException      if reading fails after the file header.
     */
    public static CaptureCounts read(final Path name, final InputStream stream, final CaptureListener listener)
            throws IOException {
        final CaptureCounts counts = new CaptureCounts();
        final Emitter emitter = new Emitter(listener, counts);
        final ConnectionTable connections = new ConnectionTable(emitter);
        final ByteSource source = new ByteSource(decompressed(name, stream));
        final Frames frames = new Frames(connections, counts);
        readFrames(name, source, frames, counts);
        frames.end();
        connections.end();
        return counts;
    }

    private static InputStream decompressed(final Path name, final InputStream stream) throws IOException {
        try {
            return Decompression.of(stream);
        } catch (final ZipException | EOFException e) {
            throw new CaptureException(name, "a gzip file with a truncated header; " + ACCEPTED);
        }
    }

    private static void readFrames(
            final Path name, final ByteSource source, final FrameHandler handler, final CaptureCounts counts)
            throws IOException {
        if (!source.require(Integer.BYTES)) {
            if (source.isDamaged()) {
                throw new CaptureException(name, "cannot be decompressed: " + source.damage());
            }
            throw new CaptureException(name, (source.hasRemaining() ? "too short" : "empty") + "; " + ACCEPTED);
        }
        final int bigEndian = source.buffer().getInt(source.position(), ByteOrder.BIG_ENDIAN);
        final int littleEndian = Integer.reverseBytes(bigEndian);
        if (PcapFormat.isMagic(bigEndian) || PcapFormat.isMagic(littleEndian)) {
            new PcapFormat(source, handler, counts).read(name);
        } else if (bigEndian == PcapngFormat.SECTION_HEADER) {
            new PcapngFormat(source, handler, counts).read(name);
        } else {
            throw new CaptureException(name, OtherFiles.nameOf(bigEndian, name) + "; " + ACCEPTED);
        }
    }

    /** Passes RoCEv2 packets to their connections and counts all other frames. */
    private static final class Frames implements FrameHandler {
        private final ConnectionTable connections;
        private final CaptureCounts counts;
        private final CapturedPacket packet = new CapturedPacket();
        private final FrameParser parser = new FrameParser();
        private final DatagramSplitter splitter = new DatagramSplitter();
        private long firstNanos;
        private long lastNanos;

        Frames(final ConnectionTable connections, final CaptureCounts counts) {
            this.connections = connections;
            this.counts = counts;
        }

        @Override
        public void onFrame(
                final int linkType,
                final long timestampNanos,
                final UnsafeBuffer buffer,
                final int offset,
                final int captured,
                final long original,
                final int onInterface) {
            next(timestampNanos);
            final int outcome = parser.parse(linkType, buffer, offset, captured, original, onInterface);
            if (outcome == Layer.DATAGRAM) {
                packets(timestampNanos);
            } else if (outcome != Layer.KEPT) {
                counts.skip(Layer.reason(outcome));
            }
        }

        private void packets(final long timestampNanos) {
            splitter.begin(parser.frame());
            while (splitter.hasNext()) {
                final int outcome = splitter.next(packet);
                if (outcome == Layer.DATAGRAM) {
                    packet.frameNumber = counts.frames;
                    packet.timestampNanos = timestampNanos;
                    packet.relativeNanos = timestampNanos - firstNanos;
                    counts.rocePackets++;
                    counts.cutFrames += packet.cut ? 1 : 0;
                    connections.onPacket(packet);
                } else {
                    counts.skip(Layer.reason(outcome));
                }
            }
        }

        private void next(final long timestampNanos) {
            if (counts.frames++ == 0) {
                firstNanos = timestampNanos;
            } else {
                counts.stepBack(lastNanos - timestampNanos);
            }
            lastNanos = timestampNanos;
        }

        @Override
        public void onOtherFrame(final long timestampNanos) {
            next(timestampNanos);
            counts.skip(Skipped.LINK_TYPE);
        }

        void end() {
            counts.skip(Skipped.FRAGMENT, parser.incompleteFragments());
        }
    }
}
