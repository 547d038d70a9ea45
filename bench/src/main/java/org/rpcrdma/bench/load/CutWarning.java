// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.io.PrintWriter;
import org.rpcrdma.capture.CaptureCounts;

/** Prints one line about the part of a capture that could not be read. */
public final class CutWarning {
    private CutWarning() {}

    public static void print(final String capture, final CaptureCounts counts, final PrintWriter err) {
        if (counts.cutFrames() > 0) {
            err.println("rpcrdma: " + capture + ": " + counts.cutFrames() + " of "
                    + (counts.frames() + (counts.cutEnd() ? 1 : 0)) + " frames are cut"
                    + (counts.cutEnd() ? "; the file ends or is damaged at byte " + counts.cutAtByte() : ""));
        }
    }
}
