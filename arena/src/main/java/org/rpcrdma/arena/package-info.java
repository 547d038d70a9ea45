/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
/**
 * The receive-buffer arena: a connection's Receive buffers grouped into shards that are mapped for the device once.
 *
 * <p>{@link org.rpcrdma.arena.ReceiveArena} hands buffers out by a primitive handle. A
 * {@link org.rpcrdma.arena.ShardMapper} makes a shard usable by the device:
 * {@link org.rpcrdma.arena.DmaShardMapper} with a DMA mapping, {@link org.rpcrdma.arena.RegisteredShardMapper} with a
 * registered memory region, {@link org.rpcrdma.arena.FastRegisteredShardMapper} with a fast-registered one; and over
 * each of them {@link org.rpcrdma.arena.PerBufferShardMapper} does so for every buffer by itself, which is what shards
 * are compared with.
 *
 * <p>An arena says how it is through {@link org.rpcrdma.arena.ArenaMetrics}, to other processes through
 * {@link org.rpcrdma.arena.ArenaCounters}, and to JDK Flight Recorder by the events {@code org.rpcrdma.Arena*}.
 */
package org.rpcrdma.arena;
