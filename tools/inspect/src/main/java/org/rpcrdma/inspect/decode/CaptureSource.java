// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.LiveInput;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.bench.load.ShownCapture;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CaptureReader;

/** The capture selected on the command line: a file, a bundled capture or standard input. */
public record CaptureSource(String name) {
    private static final String STANDARD_INPUT = "-";

    /** Returns the path. Standard input has a path too. */
    public Path file() {
        return BundledCaptures.path(name);
    }

    /**
     * Reads the whole capture and flushes the output.
     *
     * @param listener receives the capture's contents.
     * @param messages returns the number of messages that the listener has found.
     * @param output   the output to which the listener prints. It is also flushed while standard input has no data.
     * @return the totals, or null if the reader of the output closed the pipe, which is not an error.
     */
    public CaptureCounts read(final CaptureListener listener, final LongSupplier messages, final TextOutput output)
            throws IOException {
        return read(listener, messages, output, null);
    }

    /**
     * Reads the whole capture, as the other method does. If the capture is a file, also shows the progress on the given
     * line, unless the line is null.
     */
    public CaptureCounts read(
            final CaptureListener listener,
            final LongSupplier messages,
            final TextOutput output,
            final ProgressLine progress)
            throws IOException {
        final CaptureCounts counts;
        try {
            counts = name.equals(STANDARD_INPUT)
                    ? CaptureReader.read(file(), new BufferedInputStream(new LiveInput(System.in, output)), listener)
                    : BundledCaptures.read(
                            name,
                            file -> read(file, listener, progress),
                            (bundled, bytes) -> CaptureReader.read(bundled, bytes, listener));
            output.flush();
        } catch (final UncheckedIOException e) {
            if (TextOutput.isClosedPipe(e.getCause())) {
                return null;
            }
            throw e.getCause();
        }
        if (messages.getAsLong() == 0) {
            throw new InputException(file() + ": contains no RPC-over-RDMA message: frames=" + counts.frames()
                    + " RoCEv2 packets=" + counts.rocePackets() + " sends=" + counts.sends() + " cut="
                    + counts.cutFrames()
                    + (counts.skipped().isEmpty() ? "" : "; frames not read: " + counts.skipped()));
        }
        return counts;
    }

    private static CaptureCounts read(final Path file, final CaptureListener listener, final ProgressLine progress)
            throws IOException {
        if (progress == null || !ShownCapture.isShown(file)) {
            return CaptureReader.read(file, listener);
        }
        try (InputStream bytes = new BufferedInputStream(ShownCapture.open(file, progress))) {
            return CaptureReader.read(file, bytes, listener);
        }
    }
}
