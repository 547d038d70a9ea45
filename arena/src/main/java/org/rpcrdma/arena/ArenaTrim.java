// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * The result of {@link ReceiveArena#trim()}: the shards freed, and why others were kept; all numbers are 0 or more.
 * Immutable.
 *
 * @param shardsFreed       idle shards unmapped and freed.
 * @param shardsInUse       shards kept because at least one of their buffers is acquired.
 * @param shardsOfEndpoints shards kept only because some of their free buffers are on endpoints' stacks, which other
 *                          threads may not access. An endpoint returns these buffers when it is used again or closed.
 * @param shardsIdle        idle shards kept, because of the low-water mark, or because they became idle too late for
 *                          this call.
 */
public record ArenaTrim(int shardsFreed, int shardsInUse, int shardsOfEndpoints, int shardsIdle) {}
