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
package org.rpcrdma.nic;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The driver's part of registration, with the steps of mlx5's (drivers/infiniband/hw/mlx5/mr.c):
 *
 * <pre>
 * register     pin and map the memory, take an mkey, program it
 * deregister   revoke the mkey, give it back, unmap and unpin
 *              revoke refused: destroy the mkey, forget it
 *              destroy refused too: the region is kept
 * reregister   rights, domain       program the same mkey where its unchangeable rights are those asked for
 *              translation          program the same mkey where it was asked for at least as many pages
 *              else                 take another mkey, release the old one
 * </pre>
 */
final class Registrar {
    private static final int SUPPORTED = Access.LOCAL_WRITE | Access.REMOTE;

    private final SimulatedDevice device;
    private final MkeyCommands commands;
    private final MkeySource mkeys;
    private final RegistrationStatistics statistics;

    Registrar(
            final SimulatedDevice device,
            final MkeyCommands commands,
            final MkeySource mkeys,
            final RegistrationStatistics statistics) {
        this.device = device;
        this.commands = commands;
        this.mkeys = mkeys;
        this.statistics = statistics;
    }

    SimulatedMemoryRegion register(
            final SimulatedProtectionDomain domain,
            final long address,
            final long length,
            final long iova,
            final int access) {
        checkAccess(access);
        final PinnedMemory memory = pin(address, length, iova, access);
        final FrmrKey key = MkeyDriver.keyFor(access, memory.pages());
        final int handle;
        try {
            handle = takeProgrammed(key, domain, memory, access);
        } catch (final RuntimeException e) {
            unpin(memory);
            throw e;
        }
        domain.addMemoryRegion();
        statistics.registrations++;
        charge(CostParameter.REG_USER_MR, CostParameter.REG_USER_MR_PAGE, memory.pages());
        return new SimulatedMemoryRegion(this, domain, key, handle, memory, access);
    }

    /** Ends a region's access and gives back what it holds; throws where the device refuses, and nothing is lost. */
    void deregister(final SimulatedMemoryRegion region) {
        release(region);
        unpin(region.memory());
        statistics.deregistrations++;
        charge(
                CostParameter.DEREG_USER_MR,
                CostParameter.DEREG_USER_MR_PAGE,
                region.memory().pages());
    }

    /** Changes domain and rights over the same memory. */
    void change(final SimulatedMemoryRegion region, final SimulatedProtectionDomain domain, final int access) {
        final FrmrKey key = MkeyDriver.keyFor(access, region.memory().pages());
        if (key.accessFlags() == region.frmrKey().accessFlags()) {
            program(region.mkey(), domain, region.memory(), access);
            region.programmed(domain, region.memory(), access);
        } else {
            release(region);
            region.moved(key, takeProgrammed(key, domain, region.memory(), access));
            region.programmed(domain, region.memory(), access);
        }
        device.processor().charge(device.costs().nanos(CostParameter.UMR));
    }

    /** Changes the memory, and domain and rights with it. */
    void translate(
            final SimulatedMemoryRegion region,
            final SimulatedProtectionDomain domain,
            final long address,
            final long length,
            final int access) {
        final PinnedMemory memory = pin(address, length, address, access);
        final PinnedMemory old = region.memory();
        final FrmrKey key = MkeyDriver.keyFor(access, memory.pages());
        try {
            if (key.accessFlags() == region.frmrKey().accessFlags()
                    && memory.pages() <= region.frmrKey().dmaBlocks()) {
                commands.revoke(region.mkey());
                program(region.mkey(), domain, memory, access);
            } else {
                release(region);
                region.moved(key, takeProgrammed(key, domain, memory, access));
            }
        } catch (final RuntimeException e) {
            unpin(memory);
            throw e;
        }
        region.programmed(domain, memory, access);
        unpin(old);
        charge(CostParameter.REG_USER_MR, CostParameter.REG_USER_MR_PAGE, memory.pages());
        charge(CostParameter.UMR, CostParameter.DEREG_USER_MR_PAGE, old.pages());
    }

    static void checkAccess(final int access) {
        if (!Access.isValid(access)) {
            throw new VerbsException(
                    Errno.EINVAL, "access is not a legal set: access=0x" + Integer.toHexString(access));
        }
        final int lacking = access & ~(SUPPORTED | Access.OPTIONAL_RANGE);
        if (lacking != 0) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "the device has no such regions: access=0x" + Integer.toHexString(lacking));
        }
    }

    /** The kernel pins for writing only where a right needs it. */
    private static DmaDirection direction(final int access) {
        return (access & Access.LOCAL_WRITE) != 0 ? DmaDirection.BIDIRECTIONAL : DmaDirection.TO_DEVICE;
    }

    private PinnedMemory pin(final long address, final long length, final long iova, final int access) {
        PinnedMemory.check(address, length, iova);
        final DmaDirection direction = direction(access);
        return new PinnedMemory(address, length, iova, device.iommu().insert(address, length, direction), direction);
    }

    private void unpin(final PinnedMemory memory) {
        device.iommu().remove(memory.dmaAddress(), memory.length(), memory.direction());
    }

    private int takeProgrammed(
            final FrmrKey key, final SimulatedProtectionDomain domain, final PinnedMemory memory, final int access) {
        final long createdBefore = statistics.handlesCreated;
        final int handle = mkeys.take(key);
        statistics.handlesTaken++;
        statistics.handlesReused += statistics.handlesCreated == createdBefore ? 1 : 0;
        try {
            program(handle, domain, memory, access);
        } catch (final RuntimeException e) {
            mkeys.giveBack(key, handle); // it opens nothing, as before
            throw e;
        }
        return handle;
    }

    private void program(
            final int handle, final SimulatedProtectionDomain domain, final PinnedMemory memory, final int access) {
        commands.program(handle, domain, memory.dmaAddress(), memory.iova(), memory.length(), access);
    }

    private void release(final SimulatedMemoryRegion region) {
        if (region.hasHandle()) {
            release(region.frmrKey(), region.mkey());
            region.released();
        }
    }

    private void release(final FrmrKey key, final int handle) {
        try {
            commands.revoke(handle);
        } catch (final VerbsException e) {
            commands.destroy(handle);
            mkeys.forget(key);
            return;
        }
        mkeys.giveBack(key, handle);
    }

    private void charge(final CostParameter once, final CostParameter page, final long pages) {
        device.processor()
                .charge(Math.round(device.costs().get(once) + device.costs().get(page) * (pages - 1)));
    }
}
