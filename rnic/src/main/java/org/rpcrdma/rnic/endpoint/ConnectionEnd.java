// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

/** A queue pair's view of its connection. */
public interface ConnectionEnd {
    /** Called when the queue pair fails or is closed, which ends the connection. */
    void queuePairFailed();
}
