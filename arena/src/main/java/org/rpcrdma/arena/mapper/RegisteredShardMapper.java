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
 * Maps a shard with one registered memory region ({@code ibv_reg_mr}): work requests use the memory's own address as
 * iova, with the region's lkey. It is the one way on a device that is driven from user space. If the key comes from
 * is the device's business: the simulated RNIC takes it from its FRMR pools, as mlx5 does, and gives it back there.
 *
 * <p>The region grants peers nothing. Of the direction only the right to write reaches the device.
 * There is nothing to synchronize for the processor, since a registration has no such call: it is for hosts whose
 * caches are coherent with DMA.
 *
 * <p>Thread-safe if registration is; a simulated device's belongs to the thread that runs its simulation.
 */
public final class RegisteredShardMapper implements ShardMapper {
    private final ProtectionDomain domain;
    private final int access;
    private final int pageSize;

    /**
     * Makes a mapper for buffers that the device writes.
     *
     * @param domain the domain of the queue pairs that the buffers are posted on.
     */
    public RegisteredShardMapper(final ProtectionDomain domain) {
        this(domain, DmaDirection.FROM_DEVICE);
    }

    /**
     * Makes a mapper.
     *
     * @param domain    the domain of the queue pairs that the buffers are posted on.
     * @param direction the direction of the device's access; TO_DEVICE keeps it from writing, the others are alike.
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
     * Makes a mapper for buffers that the device writes, with on-demand paging: nothing is pinned, the host may take
     * pages away, and the device faults them in again. The pages of a shard are prefetched when it is mapped, since a
     * Receive whose page is not there is answered as if none were posted, and RPC-over-RDMA peers, Linux's among them,
     * do not try again.
     *
     * @param domain the domain of the queue pairs that the buffers are posted on; its device has
     *               {@link DeviceCapability#ON_DEMAND}, or mapping fails with EOPNOTSUPP.
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
