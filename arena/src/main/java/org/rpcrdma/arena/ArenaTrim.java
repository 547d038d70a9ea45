// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * What {@link ReceiveArena#trim()} freed, and why it kept the other shards; all are 0 or more.
 *
 * @param shardsFreed       idle shards that were unmapped and freed.
 * @param shardsInUse       shards that stay because at least one buffer of each is acquired.
 * @param shardsOfEndpoints shards that stay only because free buffers of theirs are on the stacks of endpoints. Other
 *                          threads may not take these; an endpoint returns them when it is used again, or closed.
 * @param shardsIdle        idle shards that stay: those below the low-water mark, or freed too late for this call.
 */
public record ArenaTrim(int shardsFreed, int shardsInUse, int shardsOfEndpoints, int shardsIdle) {}
