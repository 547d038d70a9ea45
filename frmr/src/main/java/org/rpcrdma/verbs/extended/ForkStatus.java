// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/** Tells if registered memory is kept from child processes ({@code enum ibv_fork_status}). */
public enum ForkStatus {
    /** It is not. */
    DISABLED,
    /** It is. */
    ENABLED,
    /** The kernel sees to it by itself. */
    UNNEEDED
}
