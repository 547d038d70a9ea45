// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.io.PrintWriter;
import org.rpcrdma.capture.CaptureCounts;

/** Reports the parts of a capture that were not read, one line per kind. */
public final class CaptureRemarks {
    private CaptureRemarks() {}

    public static void print(final String capture, final CaptureCounts counts, final PrintWriter err) {
        if (counts.cutFrames() > 0) {
            err.println("rpcrdma: " + capture + ": " + counts.cutFrames() + " of "
                    + (counts.frames() + (counts.cutEnd() ? 1 : 0)) + " frames are truncated"
                    + (counts.cutEnd() ? "; the file ends or is damaged at byte " + counts.cutAtByte() : ""));
        }
        if (counts.isRdmaSkipped()) {
            err.println("rpcrdma: " + capture + ": skipped frames: " + counts.skipped());
        }
        if (counts.copies() > 0) {
            err.println("rpcrdma: " + capture + ": " + counts.copies()
                    + " packets are skipped: copies from another interface, VLAN, tunnel or tap");
        }
        if (counts.guessedConnections() > 0) {
            err.println("rpcrdma: " + capture + ": connections with a guessed pair of directions: "
                    + counts.guessedConnections() + "; no set-up, acknowledgement or reply confirms it");
        }
        if (counts.largestStepBackNanos() > 0) {
            err.println("rpcrdma: " + capture + ": the capture's clock jumps back by up to "
                    + counts.largestStepBackNanos() / 1_000 + " us; later times are unreliable");
        }
    }
}
