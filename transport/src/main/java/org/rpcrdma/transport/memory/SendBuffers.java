// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

/** The source of a connection's send buffers. */
public interface SendBuffers {
    /** Acquires a buffer. The caller has exclusive use of the buffer until the buffer is released. */
    SendBuffer take();

    void give(SendBuffer buffer);

    /** Called when the connection has ended and does not hold any buffers. */
    void close();
}
