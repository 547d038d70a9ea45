// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

/** The memory of the send buffers of all connections of a server. */
public interface SendMemory {
    /** Returns the source of a new connection's buffers. */
    SendBuffers open();

    /** Returns the buffers that may be taken at once. */
    int limit();

    /** Returns the buffers that are taken now. */
    int buffersInUse();

    /** Returns the bytes that are mapped now, in buffers that are taken or free. */
    long bytesMapped();

    /** Returns the most bytes that were mapped at once. */
    long mostBytesMapped();

    /** Gives everything back; no connection is left. */
    void close();
}
