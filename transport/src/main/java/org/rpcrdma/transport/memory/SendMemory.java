// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

/** The memory of the send buffers of all connections of a server. */
public interface SendMemory {
    /** Returns the source of a new connection's buffers. */
    SendBuffers open();

    /** Returns the maximum number of buffers in use. */
    int limit();

    /** Returns the number of buffers in use. */
    int buffersInUse();

    /** Returns the number of bytes mapped for the device, in used or free buffers. */
    long bytesMapped();

    /** Returns the peak number of bytes mapped. */
    long mostBytesMapped();

    /** Releases all memory; all connections must have ended. */
    void close();
}
