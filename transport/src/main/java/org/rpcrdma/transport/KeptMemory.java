// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Memory that a client keeps registered until this object is closed; created by
 * {@link org.rpcrdma.transport.client.RpcRdmaClient#keepRegistered}. Not thread-safe; used on the client's event loop.
 */
public interface KeptMemory extends AutoCloseable {
    /**
     * Releases the memory; idempotent; does nothing after the client has closed.
     *
     * @throws org.rpcrdma.verbs.VerbsException EINVAL or EBUSY while a call uses the memory.
     */
    @Override
    void close();
}
