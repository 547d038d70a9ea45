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
 * Reads a capture file and reports the messages and the data of its RDMA connections to a {@link CaptureListener}.
 *
 * <p>Accepted are pcap and pcapng files in either byte order, plain or compressed with gzip, Zstandard or LZ4, of any
 * size: RoCE over Ethernet, as it is or behind Linux's cooked headers, raw IP, and InfiniBand, as it is or in ERF
 * records. A file that ends, or is damaged, somewhere gives the whole frames in front of that place, and a count of cut
 * frames.
 *
 * <p>Nothing is allocated per packet. A read uses memory of its own, so several may run at a time, each on its own
 * thread.
 */
public final class CaptureReader {
    private static final int FILE_BUFFER = 1 << 16;
    private static final String ACCEPTED = "accepted are pcap and pcapng, plain or compressed with gzip, zstd or lz4";

    private CaptureReader() {}

    /**
     * Reads a capture from its beginning to its end.
     *
     * @param file     the capture.
     * @param listener receives its contents, on the thread of the caller.
     * @return the counts of frames, of messages, and of those cut or dropped.
     * @throws CaptureException if the file cannot be read, or is no capture that is accepted.
     * @throws IOException      if reading fails on the way.
     */
    public static CaptureCounts read(final Path file, final CaptureListener listener) throws IOException {
        try (InputStream stream = new BufferedInputStream(open(file), FILE_BUFFER)) {
            return read(file, stream, listener);
        }
    }

    /** Opens a file, or a pipe: the streams of {@link Files} ask for a position, which a pipe does not have. */
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
     * Reads a capture out of a stream.
     *
     * @param name     names the capture in messages.
     * @param stream   the bytes of the capture file; must support mark and reset; stays open.
     * @param listener receives its contents, on the thread of the caller.
     * @return the counts of frames, of messages, and of those cut or dropped.
     * @throws CaptureException if the bytes are no capture that is accepted.
     * @throws IOException      if reading fails on the way.
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
            throw new CaptureException(name, "a gzip file whose header is not whole; " + ACCEPTED);
        }
    }

    private static void readFrames(
            final Path name, final ByteSource source, final FrameHandler handler, final CaptureCounts counts)
            throws IOException {
        if (!source.require(Integer.BYTES)) {
            if (source.isDamaged()) {
                throw new CaptureException(name, "nothing of it can be decompressed: " + source.damage());
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

    /** Sorts frames: RoCEv2 packets go to their connections, the rest is counted. */
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
