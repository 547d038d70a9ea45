// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The user that runs the server, identified by number. The name is unreliable: root may have another name, or none in a
 * container.
 */
final class ServerUser {
    /** True if the host allows the server everything. In this case the server itself must check rights. */
    static final boolean IS_ROOT = owner(Path.of("/proc/self")) == 0;

    private ServerUser() {}

    private static int owner(final Path process) {
        try {
            return (int) Files.getAttribute(process, "unix:uid");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
