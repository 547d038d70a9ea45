// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Memory that a client keeps registered until this object is closed.
 * {@link org.rpcrdma.transport.client.RpcRdmaClient#keepRegistered} creates it. Not thread-safe; use it on the client's
 * event loop.
 */
public interface KeptMemory extends AutoCloseable {
    /**
     * Deregisters the memory. Idempotent. Has no effect after the client has closed.
     *
     * @throws org.rpcrdma.verbs.VerbsException EINVAL or EBUSY if a call is using the memory.
     */
    @Override
    void close();
}
