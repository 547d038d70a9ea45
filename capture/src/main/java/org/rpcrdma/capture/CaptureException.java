// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown if a file is not a readable capture. The message contains the name of the file, the problem and the accepted
 * formats.
 */
public final class CaptureException extends IOException {
    private static final long serialVersionUID = 1L;

    CaptureException(final Path file, final String found) {
        super(file + ": " + found);
    }
}
