// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.io.PrintWriter;
import org.rpcrdma.capture.CaptureCounts;

/** Prints the parts of a capture that were not read, one line per kind. */
public final class CaptureRemarks {
    private CaptureRemarks() {}

    public static void print(final String capture, final CaptureCounts counts, final PrintWriter err) {
        if (counts.cutFrames() > 0) {
            err.println("rpcrdma: " + capture + ": " + counts.cutFrames() + " of "
                    + (counts.frames() + (counts.cutEnd() ? 1 : 0)) + " frames are cut"
                    + (counts.cutEnd() ? "; the file ends or is damaged at byte " + counts.cutAtByte() : ""));
        }
        if (counts.isRdmaSkipped()) {
            err.println("rpcrdma: " + capture + ": frames that are not read: " + counts.skipped());
        }
        if (counts.copies() > 0) {
            err.println("rpcrdma: " + capture + ": " + counts.copies()
                    + " packets are copies, seen at another interface, VLAN, tunnel or tap, and are left out");
        }
        if (counts.guessedConnections() > 0) {
            err.println("rpcrdma: " + capture + ": connections whose two directions were paired by a guess: "
                    + counts.guessedConnections() + "; no set-up, acknowledgement or reply shows the pairing");
        }
        if (counts.largestStepBackNanos() > 0) {
            err.println("rpcrdma: " + capture + ": the clock of the capture goes back, by up to "
                    + counts.largestStepBackNanos() / 1_000 + " us: later times are unreliable");
        }
    }
}
