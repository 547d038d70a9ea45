// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * Work requests that few devices support: layouts of indirect keys, and destinations of datagrams. They are staged like
 * {@link SendRequests}; unsupported requests fail with EOPNOTSUPP.
 */
public interface ExtendedSendRequests extends SendRequests {
    /**
     * Stages the layout of an indirect key as a list ({@code mlx5dv_wr_mr_list}); the request's elements are its
     * entries.
     *
     * @param wrId   comes back with its completion, as {@link CompletionOpcode#UMR}.
     * @param flags  of the request, {@link #INLINE} among them.
     * @param key    the key.
     * @param access {@link Access} rights.
     */
    default void configureList(final long wrId, final int flags, final IndirectKey key, final int access) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Stages the layout of an indirect key as strides ({@code mlx5dv_wr_mr_interleaved}); {@link #interleaved} adds its
     * entries.
     *
     * @param wrId   comes back with its completion, as {@link CompletionOpcode#UMR}.
     * @param flags  of the request, {@link #INLINE} among them.
     * @param key    the key.
     * @param access {@link Access} rights.
     * @param repeat how often the entries' pattern is gone through.
     */
    default void configureInterleaved(
            final long wrId, final int flags, final IndirectKey key, final int access, final int repeat) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Stages a change of an indirect key by parts ({@code mlx5dv_wr_mkey_configure}), which follow it, each at most
     * once; parts that are not given stay.
     *
     * @param wrId    comes back with its completion, as {@link CompletionOpcode#UMR}.
     * @param flags   of the request, {@link #INLINE} among them.
     * @param key     the key.
     * @param setters how many parts follow.
     */
    default void configure(final long wrId, final int flags, final IndirectKey key, final int setters) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * A part of {@link #configure}: the rights ({@code mlx5dv_wr_set_mkey_access_flags}).
     *
     * @param access {@link Access#LOCAL_WRITE} and remote rights.
     */
    default void setAccess(final int access) {
        throw VerbsException.unsupported("indirect keys");
    }

    /** A part of {@link #configure}: a list, whose entries are the elements that follow. */
    default void setListLayout() {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * A part of {@link #configure}: strides, whose entries {@link #interleaved} adds.
     *
     * @param repeat how often the entries' pattern is gone through.
     */
    default void setInterleavedLayout(final int repeat) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Adds an entry to the strides that were begun last.
     *
     * @param iova  address of its first bytes.
     * @param bytes how many they are, below 64 KB.
     * @param skip  bytes from their end to the next ones, below 64 KB.
     * @param lkey  the key that covers them.
     */
    default void interleaved(final long iova, final int bytes, final int skip, final int lkey) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Addresses the datagram that was staged last.
     *
     * @param handle    the way to the peer's port.
     * @param queuePair the peer's queue pair.
     * @param qkey      the qkey of the peer's queue pair.
     */
    void destination(AddressHandle handle, int queuePair, int qkey);
}
