// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

/** A queue pair's connection, as the queue pair knows it. */
public interface ConnectionEnd {
    /** The queue pair failed or was closed, and with it the connection. */
    void queuePairFailed();
}
