// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * Replaces the system calls of Linux on JDK 17 to 21, which cannot call them, so the server refuses to run. If the
 * server was built with JDK 22 or newer, {@code META-INF/versions/22} contains the class for these JDKs.
 */
final class LinuxFiles {
    private LinuxFiles() {}

    static Linux calls() {
        throw new UnsupportedOperationException("nfs3-server must be built and run by JDK 22 or newer: java.version="
                + System.getProperty("java.version"));
    }
}
