// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * Finds the calls of Linux. JDK 17 to 21 cannot make them, so the server refuses to run on them: this class is theirs.
 * The one of JDK 22 and newer is in {@code META-INF/versions/22}, if such a JDK has built the server.
 */
final class LinuxFiles {
    private LinuxFiles() {}

    static Linux calls() {
        throw new UnsupportedOperationException("nfs3-server must be built and run by JDK 22 or newer: java.version="
                + System.getProperty("java.version"));
    }
}
