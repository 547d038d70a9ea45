// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * The result of {@link ReceiveArena#trim()}: the number of shards freed, and the number of shards kept for each reason.
 * Immutable.
 *
 * @param shardsFreed       the number of idle shards that were unmapped and freed.
 * @param shardsInUse       the number of shards kept because at least one of their buffers is acquired.
 * @param shardsOfEndpoints the number of shards kept only because some of their free buffers are on endpoints' stacks,
 *                          which other threads may not access. An endpoint returns these buffers at its next use or
 *                          when it is closed.
 * @param shardsIdle        the number of idle shards kept because of the low-water mark, or because they became idle
 *                          too late to be freed by this call.
 */
public record ArenaTrim(int shardsFreed, int shardsInUse, int shardsOfEndpoints, int shardsIdle) {}
