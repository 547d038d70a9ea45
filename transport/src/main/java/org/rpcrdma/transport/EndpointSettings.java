// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.function.Function;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * The validated settings of an {@link EndpointContext}. Immutable.
 *
 * @param device          the device.
 * @param eventLoop       the event loop that runs the endpoint.
 * @param bufferSize      the size of a Receive or Send buffer, in bytes.
 * @param mapper          creates the shard mapper for a protection domain.
 * @param receiveMemory   allocates the memory of Receive buffers.
 * @param sharedArena     the arena that all connections share, or null if each connection has its own arena.
 * @param sharedDomain    the protection domain of the shared arena, or null.
 * @param serviceFailures receives the service's exceptions.
 * @param callTimes       true if the endpoint measures call durations.
 */
public record EndpointSettings(
        Device device,
        EventLoop eventLoop,
        int bufferSize,
        Function<ProtectionDomain, ShardMapper> mapper,
        MemoryAllocator receiveMemory,
        ReceiveArena sharedArena,
        ProtectionDomain sharedDomain,
        ServiceFailureListener serviceFailures,
        boolean callTimes) {}
