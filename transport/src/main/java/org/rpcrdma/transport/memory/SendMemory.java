// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

/** The memory for the send buffers of all connections of a server. */
public interface SendMemory {
    /** Returns the source of send buffers for a new connection. */
    SendBuffers open();

    /** Returns the maximum number of buffers that can be in use. */
    int limit();

    /** Returns the number of buffers in use. */
    int buffersInUse();

    /** Returns the number of bytes that are mapped for the device, in both used and free buffers. */
    long bytesMapped();

    /** Returns the highest number of bytes that have been mapped at the same time. */
    long mostBytesMapped();

    /** Releases all memory. All connections must have ended. */
    void close();
}
