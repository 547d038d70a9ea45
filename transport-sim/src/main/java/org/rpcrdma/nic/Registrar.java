// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.cost.FaultyCall;
import org.rpcrdma.nic.host.BlockKind;
import org.rpcrdma.nic.host.HostMemoryBlock;
import org.rpcrdma.nic.host.Pages;
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
    private static final int LARGEST_LEAF = 1 << 21;

    private final SimulatedDevice device;
    private final MkeyCommands commands;
    private final MkeySource mkeys;
    private final RegistrationStatistics statistics;
    private final MemoryPinning pinning;
    private final AccessRules rules;
    private final Reregistration reregistration;

    Registrar(
            final SimulatedDevice device,
            final MkeyCommands commands,
            final MkeySource mkeys,
            final RegistrationStatistics statistics) {
        this.device = device;
        this.commands = commands;
        this.mkeys = mkeys;
        this.statistics = statistics;
        pinning = new MemoryPinning(device);
        rules = new AccessRules(device.attributes());
        reregistration = new Reregistration(device, this, rules, device.forkProtection());
    }

    MemoryPinning pinning() {
        return pinning;
    }

    AccessRules rules() {
        return rules;
    }

    Reregistration reregistration() {
        return reregistration;
    }

    SimulatedMemoryRegion register(
            final DomainUse domain, final long address, final long length, final long iova, final int access) {
        device.callFaults().count(FaultyCall.REGISTRATION);
        final int rights = rules.granted(access);
        final long start = startOf(iova, rights);
        PinnedMemory.check(address, length, start);
        final PinnedMemory memory = pinning.pin(address, length, rights);
        device.forkProtection().keep(address, length);
        final SimulatedMemoryRegion region = makeRegion(domain, memory, start, rights, null);
        charge(CostParameter.REG_USER_MR, CostParameter.REG_USER_MR_PAGE, memory.pages());
        return region;
    }

    /** Registers the memory of a region once more. */
    SimulatedMemoryRegion share(
            final DomainUse domain, final SimulatedMemoryRegion region, final long iova, final int access) {
        region.checkUsable();
        final int rights = rules.granted(access);
        final long start = startOf(iova, rights);
        final PinnedMemory memory = region.memory();
        PinnedMemory.check(memory.address(), memory.length(), start);
        checkWritable(memory, rights);
        memory.holders++;
        final SimulatedMemoryRegion sharing = makeRegion(domain, memory, start, rights, null);
        charge(CostParameter.REG_USER_MR, CostParameter.REG_USER_MR_PAGE, 1); // its pages are pinned
        return sharing;
    }

    /** Registers memory that is allocated for it, in pages as large as it fills. */
    SimulatedMemoryRegion registerContiguous(final DomainUse domain, final long length, final int access) {
        device.callFaults().count(FaultyCall.REGISTRATION);
        final int rights = rules.granted(access);
        if ((rights & Access.ON_DEMAND) != 0) {
            throw new VerbsException(Errno.EINVAL, "contiguous pages are not paged on demand: length=" + length);
        }
        final long alignment = Math.max(Pages.SIZE, Long.highestOneBit(Math.min(length, LARGEST_LEAF)));
        final HostMemoryBlock block = device.simulatedMemory().allocate(length, alignment, BlockKind.CONTIGUOUS);
        try {
            final PinnedMemory memory = pinning.pin(block.address(), length, rights);
            device.forkProtection().keep(block.address(), length);
            final long start = startOf(block.address(), rights);
            final SimulatedMemoryRegion region = makeRegion(domain, memory, start, rights, block);
            charge(CostParameter.REG_USER_MR, CostParameter.REG_USER_MR_PAGE, memory.pages());
            return region;
        } catch (final RuntimeException e) {
            block.close();
            throw e;
        }
    }

    private static long startOf(final long iova, final int rights) {
        return (rights & Access.ZERO_BASED) != 0 ? 0 : iova;
    }

    /** Makes a region over memory that was pinned for it; lets go of the memory where that fails. */
    private SimulatedMemoryRegion makeRegion(
            final DomainUse domain,
            final PinnedMemory memory,
            final long iova,
            final int access,
            final HostMemoryBlock ownBlock) {
        final FrmrKey key = MkeyDriver.keyFor(access, memory.pages());
        final int handle;
        try {
            handle = takeProgrammed(key, domain, memory, iova, access);
        } catch (final RuntimeException e) {
            pinning.unpin(memory);
            throw e;
        }
        domain.addRegion();
        statistics.registrations++;
        return new SimulatedMemoryRegion(device, this, domain, key, handle, memory, iova, access, ownBlock);
    }

    /** Ends a region's access and gives back what it holds; throws where the device refuses, and nothing is lost. */
    void deregister(final SimulatedMemoryRegion region) {
        release(region);
        final PinnedMemory memory = region.memory();
        device.forkProtection().giveBack(memory.address(), memory.length());
        pinning.unpin(memory);
        statistics.deregistrations++;
        charge(CostParameter.DEREG_USER_MR, CostParameter.DEREG_USER_MR_PAGE, memory.pages());
    }

    /** Changes domain and rights over the same memory. */
    void change(final SimulatedMemoryRegion region, final DomainUse domain, final int access) {
        final PinnedMemory memory = region.memory();
        final FrmrKey key = MkeyDriver.keyFor(access, memory.pages());
        if (key.accessFlags() == region.frmrKey().accessFlags()) {
            program(region.mkey(), domain, memory, region.iova(), access);
        } else {
            release(region);
            region.moved(key, takeProgrammed(key, domain, memory, region.iova(), access));
        }
        region.programmed(domain, memory, region.iova(), access);
        device.processor().charge(device.costs().nanos(CostParameter.UMR));
    }

    /** Changes the memory, and domain and rights with it. */
    void translate(
            final SimulatedMemoryRegion region,
            final DomainUse domain,
            final long address,
            final long length,
            final int access) {
        final long iova = startOf(address, access);
        PinnedMemory.check(address, length, iova);
        final PinnedMemory old = region.memory();
        final PinnedMemory memory = pinning.pin(address, length, access);
        try {
            if (memory.kind() == BlockKind.PEER) {
                throw new VerbsException(Errno.EOPNOTSUPP, "memory of a peer device is not registered anew");
            }
            reprogram(region, domain, memory, iova, access);
        } catch (final RuntimeException e) {
            pinning.unpin(memory);
            throw e;
        }
        region.programmed(domain, memory, iova, access);
        pinning.unpin(old);
        charge(CostParameter.REG_USER_MR, CostParameter.REG_USER_MR_PAGE, memory.pages());
        charge(CostParameter.UMR, CostParameter.DEREG_USER_MR_PAGE, old.pages());
    }

    private void reprogram(
            final SimulatedMemoryRegion region,
            final DomainUse domain,
            final PinnedMemory memory,
            final long iova,
            final int access) {
        final FrmrKey key = MkeyDriver.keyFor(access, memory.pages());
        if (key.accessFlags() == region.frmrKey().accessFlags()
                && memory.pages() <= region.frmrKey().dmaBlocks()) {
            commands.revoke(region.mkey());
            program(region.mkey(), domain, memory, iova, access);
        } else {
            release(region);
            region.moved(key, takeProgrammed(key, domain, memory, iova, access));
        }
    }

    /** A change failed: the region opens nothing from now on, unless the device refuses even that. */
    void disable(final SimulatedMemoryRegion region) {
        region.disabled();
        if (region.hasHandle()) {
            try {
                commands.revoke(region.mkey());
            } catch (final VerbsException e) {
                return; // it can only be closed, and closing revokes again
            }
        }
    }

    /** Refuses to make memory writable that is pinned for reading only. */
    static void checkWritable(final PinnedMemory memory, final int rights) {
        if (memory.direction() == DmaDirection.TO_DEVICE && (rights & Access.LOCAL_WRITE) != 0) {
            throw new VerbsException(
                    Errno.EINVAL, "memory is pinned for reading only: access=0x" + Integer.toHexString(rights));
        }
    }

    private int takeProgrammed(
            final FrmrKey key, final DomainUse domain, final PinnedMemory memory, final long iova, final int access) {
        final long createdBefore = statistics.handlesCreated;
        final int handle = mkeys.take(key);
        statistics.handlesTaken++;
        statistics.handlesReused += statistics.handlesCreated == createdBefore ? 1 : 0;
        try {
            program(handle, domain, memory, iova, access);
        } catch (final RuntimeException e) {
            mkeys.giveBack(key, handle); // it opens nothing, as before
            throw e;
        }
        return handle;
    }

    private void program(
            final int handle, final DomainUse domain, final PinnedMemory memory, final long iova, final int access) {
        commands.program(handle, domain.number(), memory, iova, access);
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
