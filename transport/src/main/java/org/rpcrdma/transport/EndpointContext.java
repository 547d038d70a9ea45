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
 * The settings that clients and servers have in common: the device, the event loop, and the source of Receive buffers.
 * Not thread-safe.
 *
 * @param <C> the type that the setters return, which is the context type of a client or a server.
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

    /** Creates a context with the default settings. */
    protected EndpointContext() {}

    /**
     * Returns this context as its own type.
     *
     * @return this context.
     */
    protected abstract C self();

    /**
     * Sets the device. Required.
     *
     * @param value the device; the caller retains ownership.
     * @return this.
     */
    public C device(final Device value) {
        device = value;
        return self();
    }

    /**
     * Sets the event loop that runs the client or server. Required.
     *
     * @param value an event loop of the device.
     * @return this.
     */
    public C eventLoop(final EventLoop value) {
        eventLoop = value;
        return self();
    }

    /**
     * Sets the size of Receive and Send buffers. This size is also the inline threshold that the endpoint offers to the
     * peer.
     *
     * @param bytes a multiple of 1024 from 1024 to 256 KB, at most the size of a shard; 4096 by default.
     * @return this.
     */
    public C bufferSize(final int bytes) {
        bufferSize = bytes;
        return self();
    }

    /**
     * Sets the factory of the shard mapper, which maps the shards of Receive buffers for the device.
     *
     * @param value creates the mapper for a protection domain. By default, each shard has one DMA mapping or, if the
     *              device does not support DMA mappings, one memory region. The client or server owns the mapper, and
     *              closes it if it is {@link AutoCloseable}.
     * @return this.
     */
    public C mapper(final Function<ProtectionDomain, ShardMapper> value) {
        mapper = value;
        return self();
    }

    /**
     * Sets the allocator of Receive buffers. With a shared arena, pass the allocator of that arena. If the memory is
     * address-only, the endpoint can read received messages, but it cannot send any part of them in place, because
     * their bytes are not stored at that address.
     *
     * @param value an allocator on the device's host; by default the device's memory.
     * @return this.
     */
    public C receiveMemory(final MemoryAllocator value) {
        receiveMemory = value;
        return self();
    }

    /**
     * Sets a shared arena that provides the Receive buffers of all connections. Use one arena per device, or per NUMA
     * node. Other components may also use the arena.
     *
     * <p>Each connection holds one buffer per credit for its lifetime. If a connection needs more buffers and some are
     * free in the arena, a client allocates up to a quarter more, and a server allocates up to
     * {@link org.rpcrdma.transport.server.RpcRdmaServer.Context#buffersPerConnection(int)}. If the arena has too few
     * buffers for the credits, a server rejects the connection, and a client closes it immediately. The client or
     * server retains the arena ({@link ReceiveArena#retain()}) until it closes.
     *
     * @param arena  an open arena with buffers of at least {@link #bufferSize(int)}; by default each connection has its
     *               own arena.
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
     * Sets the listener for exceptions that the service or the client's reverse service throws.
     *
     * @param value the listener; by default it logs a warning ({@link ServiceFailureListener#LOGGING}).
     * @return this.
     */
    public C serviceFailure(final ServiceFailureListener value) {
        serviceFailures = value;
        return self();
    }

    /**
     * Enables the measurement of call durations. The endpoint then reads the clock once per batch of completions and
     * once per reply from the service.
     *
     * @param value true to measure; false by default, in which case the endpoint never reads the clock for this
     *              purpose.
     * @return this.
     */
    public C callTimes(final boolean value) {
        callTimes = value;
        return self();
    }

    /**
     * Checks the common settings.
     *
     * @return an immutable copy of the settings.
     * @throws IllegalArgumentException if a number is out of range or a required setting is missing.
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

    /** Checks that the private data of RFC 8797 can encode the size. */
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
            throw new IllegalArgumentException("a shared arena requires its protection domain, and vice versa: arena="
                    + arena + " domain=" + domain);
        }
        if (arena != null && arena.bufferSize() < bufferSize) {
            throw new IllegalArgumentException("the shared arena's buffers are too small: bufferSize=" + bufferSize
                    + " limit=" + arena.bufferSize());
        }
    }
}
