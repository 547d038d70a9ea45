// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Posting a chain of work requests failed part-way. Requests before {@link #badIndex()} are posted, that one
 * and those behind it are not (the {@code bad_wr} of {@code ibv_post_send(3)} and {@code ibv_post_recv(3)}).
 */
public final class PostException extends VerbsException {
    private static final long serialVersionUID = 1L;

    private final int badIndex;

    /**
     * Makes the exception.
     *
     * @param errno    why the request was refused.
     * @param message  the failed operation, with the offending values as {@code name=value}.
     * @param badIndex the place in the chain of the first request that was refused, from 0.
     */
    public PostException(final Errno errno, final String message, final int badIndex) {
        super(errno, message + " badIndex=" + badIndex);
        this.badIndex = badIndex;
    }

    /**
     * Returns the first request that was refused.
     *
     * @return its place in the chain, from 0.
     */
    public int badIndex() {
        return badIndex;
    }
}
