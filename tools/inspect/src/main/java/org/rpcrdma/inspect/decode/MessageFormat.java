// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

/** Prints decoded messages in one format. */
public interface MessageFormat {
    /**
     * Prints a message. Do not retain it.
     *
     * @param message a valid RPC-over-RDMA message.
     */
    void message(DecodedMessage message);

    /**
     * Prints a Send on an RPC-over-RDMA connection whose transport header is invalid. Does nothing by default.
     *
     * @param message the Send; only its frame is valid.
     * @param status  the reason, a {@link org.rpcrdma.wire.HeaderStatus}.
     */
    default void refused(final DecodedMessage message, final int status) {}
}
