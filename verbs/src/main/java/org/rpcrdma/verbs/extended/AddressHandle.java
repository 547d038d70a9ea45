// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/** The way to a peer's port, prepared for the datagrams that name it ({@code ibv_create_ah(3)}). */
public interface AddressHandle extends AutoCloseable {
    /** Destroys the handle; datagrams that name it must have completed. */
    @Override
    void close();
}
