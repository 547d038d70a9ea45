// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * Thrown when an arena has no free buffer and cannot add a shard, or when an endpoint has reached its quota. Immutable.
 */
public final class ArenaExhaustedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ArenaExhaustedException(final String message) {
        super(message);
    }
}
