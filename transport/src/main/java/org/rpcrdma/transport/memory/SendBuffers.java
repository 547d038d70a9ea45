// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

/** The source of a connection's send buffers. */
public interface SendBuffers {
    /** Returns a buffer for exclusive use until it is released. */
    SendBuffer take();

    void give(SendBuffer buffer);

    /** Called when the connection has ended and holds no buffers. */
    void close();
}
