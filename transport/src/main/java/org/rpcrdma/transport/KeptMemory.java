// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Memory that a client keeps registered, until this is closed ({@link
 * org.rpcrdma.transport.client.RpcRdmaClient#keepRegistered}).
 */
public interface KeptMemory extends AutoCloseable {
    /**
     * Lets go of the memory; does nothing a second time, or after the client's end.
     *
     * @throws org.rpcrdma.verbs.VerbsException EINVAL or EBUSY while a call uses it.
     */
    @Override
    void close();
}
