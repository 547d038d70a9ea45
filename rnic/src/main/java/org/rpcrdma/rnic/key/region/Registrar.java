// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.memory.BlockKind;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The driver's part of registration, with the steps of mlx5 (drivers/infiniband/hw/mlx5/mr.c):
 *
 * <pre>
 * register     pin and map the memory, acquire an mkey, program the mkey
 * deregister   revoke the mkey, release it, unmap and unpin the memory
 *              if the revocation fails: destroy the mkey, drop it
 *              if that fails, too: keep the region
 * reregister   rights, domain       program the same mkey if its fixed rights equal the requested rights
 *              translation          program the same mkey if it was requested for at least as many pages
 *              otherwise            acquire another mkey, release the old mkey
 * </pre>
 */
public final class Registrar {
    private final Meter meter;
    private final CallFaults faults;
    private final UmemPinner pinning;
    private final ProgrammedMkeys mkeys;
    private final RegistrationCounters statistics;
    private final AccessRules rules;
    private final Reregistration reregistration;

    /**
     * Creates a registrar.
     *
     * @param profile    the device's capabilities and costs.
     * @param meter      records the calls.
     * @param faults     make registrations fail on demand.
     * @param pinning    pins registered memory.
     * @param mkeys      supplies programmed mkeys for regions.
     * @param statistics count the calls.
     */
    Registrar(
            final DeviceAttributes attributes,
            final Meter meter,
            final CallFaults faults,
            final UmemPinner pinning,
            final ProgrammedMkeys mkeys,
            final RegistrationCounters statistics) {
        this.meter = meter;
        this.faults = faults;
        this.pinning = pinning;
        this.mkeys = mkeys;
        this.statistics = statistics;
        rules = new AccessRules(attributes);
        reregistration = new Reregistration(attributes, this, rules);
    }

    Reregistration reregistration() {
        return reregistration;
    }

    public RnicMemoryRegion register(
            final DomainUse domain, final long address, final long length, final long iova, final int access) {
        faults.count(FaultyCall.REGISTRATION);
        final int rights = rules.granted(access);
        final long start = startOf(iova, rights);
        Umem.check(address, length, start);
        final Umem memory = pinning.pin(address, length, rights);
        final RnicMemoryRegion region = makeRegion(domain, memory, start, rights);
        meter.registered(memory.pages());
        return region;
    }

    private static long startOf(final long iova, final int rights) {
        return (rights & Access.ZERO_BASED) != 0 ? 0 : iova;
    }

    /** Creates a region over pinned memory. Unpins the memory on failure. */
    private RnicMemoryRegion makeRegion(final DomainUse domain, final Umem memory, final long iova, final int access) {
        final FrmrKey key = FrmrMkeys.keyFor(access, memory.pages());
        final int handle;
        try {
            handle = mkeys.take(key, domain, memory, iova, access);
        } catch (final RuntimeException e) {
            pinning.unpin(memory);
            throw e;
        }
        statistics.registrations++;
        return new RnicMemoryRegion(this, domain, key, handle, memory, iova, access);
    }

    /**
     * Revokes access to a region and releases its mkey and memory. If the device refuses, throws an exception and leaks
     * nothing.
     */
    void deregister(final RnicMemoryRegion region) {
        release(region);
        final Umem memory = region.memory();
        pinning.unpin(memory);
        statistics.deregistrations++;
        meter.deregistered(memory.pages());
    }

    /** Changes the domain and the rights, but not the memory. */
    void change(final RnicMemoryRegion region, final DomainUse domain, final int access) {
        final Umem memory = region.memory();
        final FrmrKey key = FrmrMkeys.keyFor(access, memory.pages());
        if (key.accessFlags() == region.frmrKey().accessFlags()) {
            mkeys.program(region.mkey(), domain, memory, region.iova(), access);
        } else {
            release(region);
            region.moved(key, mkeys.take(key, domain, memory, region.iova(), access));
        }
        region.programmed(domain, memory, region.iova(), access);
        meter.rightsChanged();
    }

    /** Changes the memory, the domain and the rights. */
    void translate(
            final RnicMemoryRegion region,
            final DomainUse domain,
            final long address,
            final long length,
            final int access) {
        final long iova = startOf(address, access);
        Umem.check(address, length, iova);
        final Umem old = region.memory();
        final Umem memory = pinning.pin(address, length, access);
        try {
            if (memory.kind() == BlockKind.PEER) {
                throw new VerbsException(Errno.EOPNOTSUPP, "a region of a peer device's memory cannot be changed");
            }
            reprogram(region, domain, memory, iova, access);
        } catch (final RuntimeException e) {
            pinning.unpin(memory);
            throw e;
        }
        region.programmed(domain, memory, iova, access);
        pinning.unpin(old);
        meter.memoryChanged(memory.pages(), old.pages());
    }

    private void reprogram(
            final RnicMemoryRegion region,
            final DomainUse domain,
            final Umem memory,
            final long iova,
            final int access) {
        final FrmrKey key = FrmrMkeys.keyFor(access, memory.pages());
        if (key.accessFlags() == region.frmrKey().accessFlags()
                && memory.pages() <= region.frmrKey().dmaBlocks()) {
            mkeys.revoke(region.mkey());
            mkeys.program(region.mkey(), domain, memory, iova, access);
        } else {
            release(region);
            region.moved(key, mkeys.take(key, domain, memory, iova, access));
        }
    }

    /** Revokes access to a region after a failed change, unless the device also rejects the revocation. */
    void disable(final RnicMemoryRegion region) {
        region.disabled();
        if (region.hasHandle()) {
            try {
                mkeys.revoke(region.mkey());
            } catch (final VerbsException e) {
                return; // the region can only be closed, which tries the revocation again
            }
        }
    }

    /** Rejects write access to memory that is pinned only for reading. */
    static void checkWritable(final Umem memory, final int rights) {
        if (memory.direction() == DmaDirection.TO_DEVICE && (rights & Access.LOCAL_WRITE) != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "memory is pinned for reading only, so the region cannot be writable: access=0x"
                            + Integer.toHexString(rights));
        }
    }

    private void release(final RnicMemoryRegion region) {
        if (region.hasHandle()) {
            mkeys.giveBack(region.frmrKey(), region.mkey());
            region.released();
        }
    }
}
