// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.rpcrdma.bench.console.LiveInput;
import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CaptureReader;

/** The capture that a command line names: a file, a bundled one, or standard input as it comes. */
public final class CaptureSource {
    private static final String STANDARD_INPUT = "-";

    private final String name;

    public CaptureSource(final String name) {
        this.name = name;
    }

    /** Returns the file, also of standard input. */
    public Path file() {
        return BundledCaptures.path(name);
    }

    /**
     * Reads it to its end.
     *
     * @param listener receives its contents.
     * @param output   the text that the listener prints: flushed when standard input has no more for now.
     */
    public CaptureCounts read(final CaptureListener listener, final TextOutput output) throws IOException {
        if (!name.equals(STANDARD_INPUT)) {
            return BundledCaptures.read(
                    name,
                    file -> CaptureReader.read(file, listener),
                    (bundled, bytes) -> CaptureReader.read(bundled, bytes, listener));
        }
        return CaptureReader.read(file(), new BufferedInputStream(new LiveInput(System.in, output)), listener);
    }
}
