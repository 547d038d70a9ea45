// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

/** Prints decoded messages in one style. */
public interface MessageFormat {
    /**
     * Prints a message; it may be used only during the call.
     *
     * @param message a valid RPC-over-RDMA message.
     */
    void message(DecodedMessage message);

    /**
     * Prints a Send of an RPC-over-RDMA connection whose transport header is refused; does nothing unless overridden.
     *
     * @param message the Send; only its frame can be used.
     * @param status  why, a {@link org.rpcrdma.wire.HeaderStatus}.
     */
    default void refused(final DecodedMessage message, final int status) {}
}
