// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.AddressVector;

/** The way to a peer's port, prepared for the datagrams that name it ({@code ibv_create_ah(3)}). */
public interface AddressHandle extends AutoCloseable {
    /**
     * Returns the way that it stands for.
     *
     * @return the attributes that it was created with.
     */
    AddressVector vector();

    /** Destroys the handle; datagrams that name it must have completed. */
    @Override
    void close();
}
