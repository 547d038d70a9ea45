// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

/** The part of a connection that its queue pair uses. */
public interface ConnectionEnd {
    /** Called when the queue pair has failed or been closed, which ends the connection. */
    void queuePairFailed();
}
