// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Linux's open(2) and close(2). JDK 17 to 21 cannot tell a file's descriptor, so the server refuses to run on them:
 * this class is theirs. The one of JDK 22 and newer is in {@code META-INF/versions/22}, if such a JDK has built the
 * server.
 */
final class LinuxFiles {
    private LinuxFiles() {}

    /**
     * Opens a file.
     *
     * @param flags of open(2).
     * @param mode  the permissions of a file that is created.
     * @return its descriptor.
     * @throws IOException the one that {@link java.nio.file.Files} has for the same error.
     */
    static int open(final Path path, final int flags, final int mode) throws IOException {
        throw new UnsupportedOperationException("nfs3-server must be built and run by JDK 22 or newer: java.version="
                + System.getProperty("java.version"));
    }

    static void close(final int descriptor) {
        throw new AssertionError("open: descriptor=" + descriptor);
    }
}
