// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/** An address handle: the route to a peer's port, for datagrams ({@code ibv_create_ah(3)}). */
public interface AddressHandle extends AutoCloseable {
    /** Destroys the handle. Datagrams that use it must have completed before this call. */
    @Override
    void close();
}
