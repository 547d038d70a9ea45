// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * Work requests that few devices support: layouts of indirect keys, and destinations of datagrams. They are staged like
 * other {@link SendRequests}. Requests that a device does not support fail with EOPNOTSUPP.
 */
public interface ExtendedSendRequests extends SendRequests {
    /**
     * Stages a list as the layout of an indirect key ({@code mlx5dv_wr_mr_list}). The request's elements are the list's
     * entries.
     *
     * @param wrId   the id that the completion reports, with {@link CompletionOpcode#UMR}.
     * @param flags  the request's flags, including {@link #INLINE}.
     * @param key    the key.
     * @param access {@link Access} rights.
     */
    default void configureList(final long wrId, final int flags, final IndirectKey key, final int access) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Stages an interleaved layout of an indirect key ({@code mlx5dv_wr_mr_interleaved}). {@link #interleaved} adds the
     * entries.
     *
     * @param wrId   the id that the completion reports, with {@link CompletionOpcode#UMR}.
     * @param flags  the request's flags, including {@link #INLINE}.
     * @param key    the key.
     * @param access {@link Access} rights.
     * @param repeat the number of repetitions of the entries' pattern.
     */
    default void configureInterleaved(
            final long wrId, final int flags, final IndirectKey key, final int access, final int repeat) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Stages a partial change of an indirect key ({@code mlx5dv_wr_mkey_configure}). After this request, stage each
     * changed part exactly once; the other parts stay unchanged.
     *
     * @param wrId    the id that the completion reports, with {@link CompletionOpcode#UMR}.
     * @param flags   the request's flags, including {@link #INLINE}.
     * @param key     the key.
     * @param setters the number of parts that follow.
     */
    default void configure(final long wrId, final int flags, final IndirectKey key, final int setters) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Sets the rights, as part of {@link #configure} ({@code mlx5dv_wr_set_mkey_access_flags}).
     *
     * @param access {@link Access#LOCAL_WRITE} and remote rights.
     */
    default void setAccess(final int access) {
        throw VerbsException.unsupported("indirect keys");
    }

    /** Sets a list layout, as part of {@link #configure}. The elements that follow are the list's entries. */
    default void setListLayout() {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Sets an interleaved layout, as part of {@link #configure}. {@link #interleaved} adds the entries.
     *
     * @param repeat the number of repetitions of the entries' pattern.
     */
    default void setInterleavedLayout(final int repeat) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Adds an entry to the last interleaved layout.
     *
     * @param iova  the address of the first stride.
     * @param bytes the number of bytes per stride, less than 64 KB.
     * @param skip  the number of bytes from the end of a stride to the next stride, less than 64 KB.
     * @param lkey  the key that covers the strides.
     */
    default void interleaved(final long iova, final int bytes, final int skip, final int lkey) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Sets the destination of the last datagram.
     *
     * @param handle    the route to the peer's port.
     * @param queuePair the peer's queue pair.
     * @param qkey      the qkey of the peer's queue pair.
     */
    void destination(AddressHandle handle, int queuePair, int qkey);
}
