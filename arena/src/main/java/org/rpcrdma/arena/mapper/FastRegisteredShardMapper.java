// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * Maps each shard with one fast-registered region: it creates a DMA mapping and registers the mapping's pages with a
 * REG_MR work request. Work requests use the DMA address as iova, with the region's key. The review of the receive
 * arenas proposed this instead of DMA mappings with the {@code local_dma_lkey} (linux-nfs, August 2025). The
 * translation then moves to the adapter's table, and each key gives access only to its own region.
 *
 * <pre>
 *   map     FRMR pools of the domain --region--&gt; set pages over the DMA mapping --&gt; REG_MR
 *   close   LOCAL_INV --&gt; DMA unmap, region back to its pool
 * </pre>
 *
 * <p><b>Queue pair.</b> A connection posts its Receives before its queue pair accepts sends, so it cannot register its
 * own buffers, and a failed registration would end the connection. Therefore, the mapper uses a separate queue pair in
 * the domain, connected to itself, to post REG_MR and LOCAL_INV for all shards.
 *
 * <p><b>Synchronous mapping.</b> The device may use a key only after REG_MR has completed. The mapper waits for REG_MR
 * and LOCAL_INV with {@link EventLoop#await}, even in handlers. Each request takes a few microseconds, during which the
 * loop handles no other events. Shards are mapped when connections are set up or arenas grow, not per message.
 *
 * <p><b>Asynchronous mapping</b> ({@link #posting}). The mapper posts requests without waiting, and polls their
 * completions with the next request. A Receive may be posted with the key immediately, but the caller must ensure that
 * no message arrives for it before REG_MR completes some microseconds later. This is guaranteed, for example, if the
 * peer's connection has not yet been accepted. If eight requests are outstanding, the next request waits.
 *
 * <p><b>Failures.</b> A region whose registration or invalidation failed may be VALID. It is therefore destroyed
 * instead of pooled, and the queue pair is replaced. As a result, closing a mapping fails only if the DMA unmapping
 * fails. If the device refuses to destroy the region, the mapper retries at the next failure and in {@link #close()}. A
 * failed request also fails all requests posted after it. If a registration turns out to have failed after {@code map}
 * has returned, the next call to {@link ShardMapping#lkey} registers the memory again and waits. If this fails, that
 * call throws an exception. Receives posted before then fail when their messages arrive.
 *
 * <p><b>Limits.</b> The mapper requires a device with fast-register regions, which do not exist in user space. A region
 * contains at most {@link org.rpcrdma.verbs.DeviceAttributes#maxFastRegPages} pages. Thread-safe, except that shards
 * must be mapped, and mappings closed, on the thread of the queue pair's event loop.
 */
public final class FastRegisteredShardMapper implements ShardMapper {
    private final DmaMapper dma;
    private final DmaDirection direction;
    private final int pageSize;
    private final FastRegisterRegions regions;
    private final RegistrationQueue queue;
    private final EventLoop loop;
    /** Exposes the pools to administration; null unless the pools are visible. */
    private FrmrAdministration visible;

    /**
     * Creates a mapper for buffers that the device writes.
     *
     * @param domain the domain of the queue pairs on which the buffers are posted; close it after the mapper.
     * @param loop   the event loop that waits for registrations and times the ageing of idle regions.
     * @throws VerbsException EOPNOTSUPP if the device does not support fast-register regions or DMA mapping.
     */
    public FastRegisteredShardMapper(final ProtectionDomain domain, final EventLoop loop) {
        this(domain, loop, DmaDirection.FROM_DEVICE);
    }

    /**
     * Creates a mapper.
     *
     * @param domain    the domain of the queue pairs on which the buffers are posted; close it after the mapper.
     * @param loop      the event loop that waits for registrations and times the ageing of idle regions.
     * @param direction the direction of the device's access.
     * @throws VerbsException EOPNOTSUPP if the device does not support fast-register regions or DMA mapping.
     */
    public FastRegisteredShardMapper(
            final ProtectionDomain domain, final EventLoop loop, final DmaDirection direction) {
        this(domain, loop, direction, RegistrationQueue.awaiting(domain, loop));
    }

    private FastRegisteredShardMapper(
            final ProtectionDomain domain,
            final EventLoop loop,
            final DmaDirection direction,
            final RegistrationQueue queue) {
        final Device device = domain.device();
        if (device.attributes().maxFastRegPages() == 0) {
            throw new VerbsException(Errno.EOPNOTSUPP, "device has no fast-register regions: device=" + device.name());
        }
        this.dma = device.dma();
        this.pageSize = device.attributes().pageSize();
        this.direction = direction;
        regions = new FastRegisterRegions(domain, loop);
        this.queue = queue;
        this.loop = loop;
    }

    /**
     * Creates a mapper that posts its requests without waiting.
     *
     * @param domain    the domain of the queue pairs on which the buffers are posted; close it after the mapper.
     * @param loop      the event loop that times the ageing of idle regions and, if waiting is unavoidable, waits for
     *                  requests.
     * @param direction the direction of the device's access.
     * @return the mapper.
     * @throws VerbsException EOPNOTSUPP if the device does not support fast-register regions or DMA mapping.
     */
    public static FastRegisteredShardMapper posting(
            final ProtectionDomain domain, final EventLoop loop, final DmaDirection direction) {
        return new FastRegisteredShardMapper(domain, loop, direction, RegistrationQueue.posting(domain, loop));
    }

    /**
     * Creates regions in advance. From then on, the pool keeps at least this number of regions, including regions in
     * use.
     *
     * @param regions the number of regions, 0 to {@link FrmrPools#MAX_PINNED}.
     * @param bytes   the number of bytes of memory per region, rounded up to whole pages, at least 1.
     * @throws VerbsException EOPNOTSUPP if the device's regions cannot register this many pages; EINVAL if the number
     *                        is out of range, or the device's error.
     */
    public void warm(final int regions, final int bytes) {
        this.regions.pools().setPinned(FrmrKey.of(0, DevicePages.covering(0, bytes, pageSize)), regions);
    }

    /**
     * Returns the pools that contain the regions. One DMA block in the pools' keys is one page.
     *
     * @return the pools of the domain, open until {@link #close()}.
     */
    public FrmrPools pools() {
        return regions.pools();
    }

    /**
     * Exposes the pools to external administration, such as {@code rpcrdma frmr show}, until the mapper is closed. The
     * mapper's event loop executes the requested changes, so it must be running. Call this method on the loop's thread.
     *
     * @param name a device name that differs from the name of the device's own pools, such as {@code mlx5_0-receive}.
     * @return this.
     * @throws IllegalArgumentException if it is not a valid device name.
     * @throws IllegalStateException    if other pools are visible under this name, or these pools are already visible.
     */
    public FastRegisteredShardMapper visibleAs(final String name) {
        if (visible != null) {
            throw new IllegalStateException("pools are already visible: name=" + name);
        }
        visible = FrmrAdministration.open(name, regions.pools(), loop);
        return this;
    }

    @Override
    public ShardMapping map(final MemoryBlock shard) {
        final FastRegistration registration = new FastRegistration(regions, queue, dma, direction, shard, pageSize);
        try {
            return new Mapping(registration, shard.length(), pageSize);
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, registration);
            throw e;
        }
    }

    /**
     * Waits for posted requests, then releases the queue pair and the pools.
     *
     * @throws VerbsException EBUSY while mappings are open; or the device's error if it refuses to destroy a region. In
     *                        the latter case, call this method again to retry.
     */
    @Override
    public void close() {
        queue.close();
        regions.close();
        if (visible != null) {
            visible.close();
            visible = null;
        }
    }

    private static final class Mapping extends SingleMapping {
        private final FastRegistration registration;
        private final int pageSize;

        Mapping(final FastRegistration registration, final long length, final int pageSize) {
            super(registration.dmaAddress(), length);
            this.pageSize = pageSize;
            this.registration = registration;
        }

        @Override
        public int lkey(final int offset) {
            return registration.key();
        }

        @Override
        int pageSize() {
            return pageSize;
        }

        @Override
        public void syncForCpu(final int offset, final int length) {
            registration.syncForCpu(offset, length);
        }

        @Override
        void end() {
            registration.close();
        }
    }
}
