// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

/** The source of a connection's send buffers. */
public interface SendBuffers {
    /** Returns a buffer that nobody else has until it is given back. */
    SendBuffer take();

    void give(SendBuffer buffer);

    /** The connection has ended, and has none of them any more. */
    void close();
}
