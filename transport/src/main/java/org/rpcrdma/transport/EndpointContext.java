// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.function.Function;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.wire.CmPrivateData;

/**
 * The settings that clients and servers share: a device, and the source of their connections' Receive buffers.
 *
 * @param <C> the context of a client or a server, which every setter returns.
 */
public abstract class EndpointContext<C extends EndpointContext<C>> {
    Device device;
    EventLoop eventLoop;
    int bufferSize = 4096;
    Function<ProtectionDomain, ShardMapper> mapper = domain -> ShardMapper.of(domain, DmaDirection.FROM_DEVICE);
    MemoryAllocator receiveMemory;
    ReceiveArena sharedArena;
    ProtectionDomain sharedDomain;
    boolean callTimes;
    ServiceFailureListener serviceFailures = ServiceFailureListener.LOGGING;

    /** Makes a context with the defaults of both ends. */
    protected EndpointContext() {}

    /**
     * Returns this context in its own type.
     *
     * @return this.
     */
    protected abstract C self();

    /**
     * Sets the device. Required.
     *
     * @param value the device; it stays the caller's.
     * @return this.
     */
    public C device(final Device value) {
        device = value;
        return self();
    }

    /**
     * Sets the event loop that runs everything of the client or server. Required.
     *
     * @param value an event loop of the device.
     * @return this.
     */
    public C eventLoop(final EventLoop value) {
        eventLoop = value;
        return self();
    }

    /**
     * Sets the size of Receive and Send buffers, which is the inline threshold offered to the peer.
     *
     * @param bytes a multiple of 1024 from 1024 to 256 KB, at most the size of a shard; 4096 by default.
     * @return this.
     */
    public C bufferSize(final int bytes) {
        bufferSize = bytes;
        return self();
    }

    /**
     * Sets the shard mapper, which makes the shards of Receive buffers usable by the device.
     *
     * @param value makes the mapper for the protection domain; by default one DMA mapping per shard, or one region per
     *              shard if the device has no DMA mapping. The mapper belongs to the client or server, which closes it
     *              if it is {@link AutoCloseable}.
     * @return this.
     */
    public C mapper(final Function<ProtectionDomain, ShardMapper> value) {
        mapper = value;
        return self();
    }

    /**
     * Sets the allocator of Receive buffers; with a shared arena, that arena's. If it is address-only, received
     * messages can be read, but no part of them can be mapped for sending: their bytes are not at their address.
     *
     * @param value on the device's host; the device's memory by default.
     * @return this.
     */
    public C receiveMemory(final MemoryAllocator value) {
        receiveMemory = value;
        return self();
    }

    /**
     * Sets one arena for the Receive buffers of all connections, which others may use too: one per device, or per NUMA
     * node. Each connection holds as many buffers as credits from its beginning to its end. It takes more while it
     * needs them and the arena has them: a client a quarter more, a server up to {@link
     * org.rpcrdma.transport.server.RpcRdmaServer.Context#buffersPerConnection(int)}. If the arena lacks the former, a
     * server refuses the connection, and a client's ends at once. The arena is retained ({@link ReceiveArena#retain()})
     * until the client or server is closed.
     *
     * @param arena  an open arena with buffers of at least {@link #bufferSize(int)}; by default each connection has an
     *               arena of its own.
     * @param domain the protection domain of the arena's buffers and the connections' queue pairs. The caller closes it
     *               after the arena.
     * @return this.
     */
    public C sharedArena(final ReceiveArena arena, final ProtectionDomain domain) {
        sharedArena = arena;
        sharedDomain = domain;
        return self();
    }

    /**
     * Sets the listener for exceptions of the service, which is the reverse service of a client.
     *
     * @param value the listener; by default it logs a warning ({@link ServiceFailureListener#LOGGING}).
     * @return this.
     */
    public C serviceFailure(final ServiceFailureListener value) {
        serviceFailures = value;
        return self();
    }

    /**
     * Has calls measured, for the durations in the figures of a client or server. It reads the clock once for the
     * completions of a poll, and once for each answer of a service.
     *
     * @param value false by default: then no clock is read.
     * @return this.
     */
    public C callTimes(final boolean value) {
        callTimes = value;
        return self();
    }

    /**
     * Checks the values that both ends have.
     *
     * @return them, as they are now.
     * @throws IllegalArgumentException if a number is out of range or a required part is missing.
     */
    protected final EndpointSettings endpoint() {
        required("device", device);
        required("event loop", eventLoop);
        required("mapper", mapper);
        required("serviceFailure", serviceFailures);
        checkBufferSize(bufferSize);
        checkSharedArena(sharedArena, sharedDomain, bufferSize);
        return new EndpointSettings(
                device,
                eventLoop,
                bufferSize,
                mapper,
                receiveMemory == null ? device.memory() : receiveMemory,
                sharedArena,
                sharedDomain,
                serviceFailures,
                callTimes);
    }

    private static void required(final String name, final Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is required");
        }
    }

    /** RFC 8797 private data can express these sizes only. */
    private static void checkBufferSize(final int bytes) {
        if (bytes < CmPrivateData.UNIT || bytes > CmPrivateData.MAX_INLINE_THRESHOLD) {
            throw new IllegalArgumentException("bufferSize must be " + CmPrivateData.UNIT + " to "
                    + CmPrivateData.MAX_INLINE_THRESHOLD + ": bufferSize=" + bytes);
        }
        if (bytes % CmPrivateData.UNIT != 0) {
            throw new IllegalArgumentException(
                    "bufferSize must be a multiple of " + CmPrivateData.UNIT + ": bufferSize=" + bytes);
        }
    }

    private static void checkSharedArena(
            final ReceiveArena arena, final ProtectionDomain domain, final int bufferSize) {
        if ((arena == null) != (domain == null)) {
            throw new IllegalArgumentException(
                    "a shared arena needs its protection domain: arena=" + arena + " domain=" + domain);
        }
        if (arena != null && arena.bufferSize() < bufferSize) {
            throw new IllegalArgumentException("the shared arena's buffers are smaller: bufferSize=" + bufferSize
                    + " limit=" + arena.bufferSize());
        }
    }
}
