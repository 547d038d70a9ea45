/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.io.PrintWriter;
import org.rpcrdma.capture.CaptureCounts;

/** The one line that says what of a capture could not be read. */
final class CutWarning {
    private CutWarning() {}

    static void print(final String capture, final CaptureCounts counts, final PrintWriter err) {
        if (counts.cutFrames() > 0) {
            err.println("rpcrdma: " + capture + ": " + counts.cutFrames() + " of "
                    + (counts.frames() + (counts.cutEnd() ? 1 : 0)) + " frames are cut"
                    + (counts.cutEnd() ? "; the file ends or is damaged at byte " + counts.cutAtByte() : ""));
        }
    }
}
