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
 * Maps a shard with one fast-registered region: a DMA mapping, whose pages a REG_MR work request puts into a region of
 * the protection domain. Work requests use the DMA address as iova, with the region's key. The review of
 * the receive arenas proposed this instead of DMA mappings with the {@code local_dma_lkey} (linux-nfs, August 2025):
 * the translation moves to the adapter's table, and a buffer's key opens that buffer only.
 *
 * <pre>
 *   map     FRMR pools of the domain --region--&gt; set pages over the DMA mapping --&gt; REG_MR
 *   close   LOCAL_INV --&gt; end the DMA mapping, region back to its pool
 * </pre>
 *
 * <p><b>Where REG_MR is posted.</b> A connection's Receives are posted before its queue pair takes sends, so it cannot
 * register its own buffers, and a failed registration would end the connection. The mapper has a queue pair of its own
 * in the domain, connected to itself, which serves all shards; it carries nothing but REG_MR and LOCAL_INV.
 *
 * <p><b>Mapping waits.</b> The device may use a key only once REG_MR has completed. REG_MR and LOCAL_INV are awaited
 * with {@link EventLoop#await}, in handlers too, for a microsecond or a few each; the loop serves nobody meanwhile.
 * Shards are mapped when connections come, or arenas grow, not for messages.
 *
 * <p><b>Or it goes on</b> ({@link #posting}). Requests are posted and found done with the next one. A Receive may be
 * posted with the key at once; that no message arrives for it before REG_MR has completed, some microseconds later, is
 * the caller's business: a peer that has yet to be told that its connection is accepted cannot be faster. If eight are
 * on their way, the next one waits for one of them.
 *
 * <p><b>Failures.</b> A region whose registration or invalidation failed may be VALID: it is destroyed, never pooled,
 * and the queue pair is made anew. So closing a mapping fails only if the DMA mapping cannot be ended. A device that
 * refuses to destroy the region is asked again with the next failure, and by {@link #close()}. One request that fails
 * takes those posted behind it along. A registration that is found failed after {@code map} has returned is done
 * again, and waited for, when {@link ShardMapping#lkey} is asked for the next time: that call throws its
 * failure. The Receives that were posted before fail as their messages come.
 *
 * <p><b>Limits.</b> For devices that have fast-register regions, which those driven from user space have not; a
 * region holds {@link org.rpcrdma.verbs.DeviceAttributes#maxFastRegPages} pages. Thread-safe in itself, but its queue
 * pair belongs to the event loop: shards are mapped, and mappings closed, on that loop's thread.
 */
public final class FastRegisteredShardMapper implements ShardMapper {
    private final DmaMapper dma;
    private final DmaDirection direction;
    private final int pageSize;
    private final FastRegisterRegions regions;
    private final RegistrationQueue queue;
    private final EventLoop loop;
    /** Null unless the pools are visible. */
    private FrmrAdministration visible;

    /**
     * Makes a mapper for buffers that the device writes.
     *
     * @param domain the domain of the queue pairs that the buffers are posted on; closed after the mapper.
     * @param loop   waits for registrations, and has the time that idle regions age in.
     * @throws VerbsException EOPNOTSUPP if the device has no fast-register regions or no DMA mapping.
     */
    public FastRegisteredShardMapper(final ProtectionDomain domain, final EventLoop loop) {
        this(domain, loop, DmaDirection.FROM_DEVICE);
    }

    /**
     * Makes a mapper.
     *
     * @param domain    the domain of the queue pairs that the buffers are posted on; closed after the mapper.
     * @param loop      waits for registrations, and has the time that idle regions age in.
     * @param direction the direction of the device's access.
     * @throws VerbsException EOPNOTSUPP if the device has no fast-register regions or no DMA mapping.
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
     * Makes a mapper that posts its requests and goes on.
     *
     * @param domain    the domain of the queue pairs that the buffers are posted on; closed after the mapper.
     * @param loop      has the time that idle regions age in, and waits where that cannot be avoided.
     * @param direction the direction of the device's access.
     * @return the mapper.
     * @throws VerbsException EOPNOTSUPP if the device has no fast-register regions or no DMA mapping.
     */
    public static FastRegisteredShardMapper posting(
            final ProtectionDomain domain, final EventLoop loop, final DmaDirection direction) {
        return new FastRegisteredShardMapper(domain, loop, direction, RegistrationQueue.posting(domain, loop));
    }

    /**
     * Makes regions ahead of their use. The pool keeps at least this number, those in use included.
     *
     * @param regions number of regions, 0 to {@link FrmrPools#MAX_PINNED}.
     * @param bytes   of memory that each is for, whole pages, at least 1.
     * @throws VerbsException EOPNOTSUPP if the device's regions hold fewer pages, EINVAL for a bad number, or if the
     *     device refuses a region.
     */
    public void warm(final int regions, final int bytes) {
        this.regions.pools().setPinned(FrmrKey.of(0, DevicePages.covering(0, bytes, pageSize)), regions);
    }

    /**
     * Returns the pools that the regions come from; their keys' DMA blocks are pages.
     *
     * @return the pools of the domain, open until {@link #close()}.
     */
    public FrmrPools pools() {
        return regions.pools();
    }

    /**
     * Makes the pools visible to administration from outside, as {@code rpcrdma frmr show} is one, until the mapper is
     * closed. The loop makes the changes that come from there, so somebody has to run it. Called on the loop's thread.
     *
     * @param name a device name of their own, which the device's own pools do not have, such as {@code
     * mlx5_0-receive}.
     * @return this.
     * @throws IllegalArgumentException if it is no device name.
     * @throws IllegalStateException if pools are visible under this name already, or these are.
     */
    public FastRegisteredShardMapper visibleAs(final String name) {
        if (visible != null) {
            throw new IllegalStateException("pools are visible already: name=" + name);
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
     * Waits for posted requests, and gives back the queue pair and the pools.
     *
     * @throws VerbsException EBUSY while mappings are open; or the refusal to destroy a region: calling
     *     again tries those that are left.
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
