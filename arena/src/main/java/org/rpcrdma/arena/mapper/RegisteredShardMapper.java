// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.extended.Advice;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/**
 * Maps each shard with one registered memory region ({@code ibv_reg_mr}). Work requests use the memory's own address as
 * iova, with the region's lkey. In user space, this is the only way to map a shard. The device determines where the
 * keys come from; for example, the simulated RNIC takes them from its FRMR pools, as mlx5 does.
 *
 * <p>The region grants peers no access. The direction determines only whether the device may write. Registered memory
 * is not synchronized for the processor, so use it only on hosts whose caches are coherent with DMA.
 *
 * <p>Thread-safe if registration is thread-safe. On a simulated device, use it only on the thread that runs the
 * simulation.
 */
public final class RegisteredShardMapper implements ShardMapper {
    private final ProtectionDomain domain;
    private final int access;
    private final int pageSize;

    /**
     * Creates a mapper for buffers that the device writes.
     *
     * @param domain the domain of the queue pairs on which the buffers are posted.
     */
    public RegisteredShardMapper(final ProtectionDomain domain) {
        this(domain, DmaDirection.FROM_DEVICE);
    }

    /**
     * Creates a mapper.
     *
     * @param domain    the domain of the queue pairs on which the buffers are posted.
     * @param direction the direction of the device's access. TO_DEVICE denies write access; the other directions are
     *                  equivalent.
     */
    public RegisteredShardMapper(final ProtectionDomain domain, final DmaDirection direction) {
        this(domain, LocalAccess.rights(direction));
    }

    private RegisteredShardMapper(final ProtectionDomain domain, final int access) {
        this.domain = domain;
        this.access = access;
        this.pageSize = domain.device().attributes().pageSize();
    }

    /**
     * Creates a mapper with on-demand paging, for buffers that the device writes. No memory is pinned, so the host may
     * evict pages, and the device faults them in again. Mapping a shard prefetches its pages. This is necessary
     * because, if a Receive's page is absent, the device treats an arriving message as if no Receive were posted, and
     * RPC-over-RDMA peers, including Linux, do not retry.
     *
     * @param domain the domain of the queue pairs on which the buffers are posted. If its device lacks
     *               {@link DeviceCapability#ON_DEMAND}, mapping fails with EOPNOTSUPP.
     * @return the mapper.
     */
    public static RegisteredShardMapper onDemand(final ProtectionDomain domain) {
        return new RegisteredShardMapper(domain, LocalAccess.rights(DmaDirection.FROM_DEVICE) | Access.ON_DEMAND);
    }

    @Override
    public ShardMapping map(final MemoryBlock shard) {
        final long address = shard.address();
        final MemoryRegion region = domain.registerMemory(address, shard.length(), address, access);
        try {
            if ((access & Access.ON_DEMAND) != 0) {
                prefetch(region);
            }
            return new Mapping(region, pageSize);
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, region);
            throw e;
        }
    }

    private void prefetch(final MemoryRegion region) {
        ExtendedProtectionDomain.of(domain)
                .advise(
                        Advice.PREFETCH_WRITE,
                        Advice.FLUSH,
                        new long[] {region.iova()},
                        new int[] {(int) region.length()},
                        new int[] {region.lkey()},
                        1);
    }

    private static final class Mapping extends SingleMapping {
        private final MemoryRegion region;
        private final int lkey;
        private final int pageSize;

        Mapping(final MemoryRegion region, final int pageSize) {
            super(region.iova(), region.length());
            this.lkey = region.lkey();
            this.pageSize = pageSize;
            this.region = region;
        }

        @Override
        public int lkey(final int offset) {
            return lkey;
        }

        @Override
        int pageSize() {
            return pageSize;
        }

        @Override
        public void syncForCpu(final int offset, final int length) {
            // Registered memory is coherent.
        }

        @Override
        void end() {
            region.close();
        }
    }
}
