// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** The JUnit extension, which provides tests with simulated devices and arenas. */
module org.rpcrdma.junit {
    requires transitive org.junit.jupiter.api;
    requires transitive org.rpcrdma.sim;
    requires transitive org.rpcrdma.transport;

    exports org.rpcrdma.junit;
}
