// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/**
 * Stands in for the Linux system calls on JDK 17 to 21. These versions do not support the calls, so the server refuses
 * to start. The real class is in {@code META-INF/versions/22} if the server was built with JDK 22 or newer.
 */
final class LinuxFiles {
    private LinuxFiles() {}

    static Linux calls() {
        throw new UnsupportedOperationException("nfs3-server must be built and run by JDK 22 or newer: java.version="
                + System.getProperty("java.version"));
    }
}
