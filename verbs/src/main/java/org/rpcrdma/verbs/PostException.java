// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Thrown when a device rejects part of a chain of work requests. The requests before {@link #badIndex()} were posted,
 * and the others were not ({@code bad_wr} of {@code ibv_post_send(3)} and {@code ibv_post_recv(3)}).
 */
public final class PostException extends VerbsException {
    private static final long serialVersionUID = 1L;

    private final int badIndex;

    /**
     * Creates an exception.
     *
     * @param errno    the reason.
     * @param message  the failed operation, with the offending values as {@code name=value}.
     * @param badIndex the index of the first rejected request in the chain, from 0.
     */
    public PostException(final Errno errno, final String message, final int badIndex) {
        super(errno, message + " badIndex=" + badIndex);
        this.badIndex = badIndex;
    }

    /**
     * Returns the index of the first rejected request.
     *
     * @return the request's index in the chain, from 0.
     */
    public int badIndex() {
        return badIndex;
    }
}
