// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/**
 * Changes a region in the same steps as {@code ibv_rereg_mr(3)}, each of which has its own result code. A simulated
 * process never forks, so the codes for the memory of child processes do not occur:
 *
 * <pre>
 * step                            error         state of the region afterwards
 * 1 check the arguments           INPUT         unchanged
 * 2 change it on the device       CMD           permits no access, can be closed
 * </pre>
 */
record Reregistration(DeviceAttributes attributes, Registrar registrar, AccessRules rules) {
    private static final int ALL_CHANGES = ExtendedMemoryRegion.CHANGE_TRANSLATION
            | ExtendedMemoryRegion.CHANGE_PD
            | ExtendedMemoryRegion.CHANGE_ACCESS;

    void run(
            final RnicMemoryRegion region,
            final int changes,
            final ProtectionDomain domain,
            final long address,
            final long length,
            final int access) {
        checkInput(changes, domain, address, length, access);
        try {
            change(region, changes, domain, address, length, access);
        } catch (final VerbsException e) {
            registrar.disable(region);
            final ReregisterException failure =
                    new ReregisterException(ReregisterError.CMD, e.errno(), "change was rejected: " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    /** Rejects arguments that libibverbs rejects before it calls the driver. */
    private static void checkInput(
            final int changes, final ProtectionDomain domain, final long address, final long length, final int access) {
        if ((changes & ~ALL_CHANGES) != 0) {
            throw input("unknown change flags: changes=0x" + Integer.toHexString(changes));
        }
        if ((changes & ExtendedMemoryRegion.CHANGE_TRANSLATION) != 0 && (address == 0 || length == 0)) {
            throw input("a change of memory requires an address and a length: address=0x" + Long.toHexString(address)
                    + " length=" + length);
        }
        if ((changes & ExtendedMemoryRegion.CHANGE_ACCESS) == 0 && access != 0) {
            throw input("access flags require CHANGE_ACCESS: access=0x" + Integer.toHexString(access));
        }
        if ((changes & ExtendedMemoryRegion.CHANGE_PD) != 0 && domain == null) {
            throw input(
                    "a change of protection domain requires the new domain: changes=0x" + Integer.toHexString(changes));
        }
    }

    private static ReregisterException input(final String message) {
        return new ReregisterException(ReregisterError.INPUT, Errno.EINVAL, message);
    }

    /** Performs the kernel's and the device's part of the change, or rejects the change. */
    private void change(
            final RnicMemoryRegion region,
            final int changes,
            final ProtectionDomain domain,
            final long address,
            final long length,
            final int access) {
        checkChangeable(region, changes);
        final DomainUse owner = (changes & ExtendedMemoryRegion.CHANGE_PD) != 0
                ? region.use().directory().of(domain)
                : region.use();
        final int rights = (changes & ExtendedMemoryRegion.CHANGE_ACCESS) != 0
                ? rightsAfter(region, changes, access)
                : region.access();
        if ((changes & ExtendedMemoryRegion.CHANGE_TRANSLATION) != 0) {
            registrar.translate(region, owner, address, length, rights);
        } else {
            registrar.change(region, owner, rights);
        }
    }

    private void checkChangeable(final RnicMemoryRegion region, final int changes) {
        if (changes == 0) {
            throw new VerbsException(Errno.EINVAL, "no change was requested: changes=0");
        }
        DeviceLimits.require(attributes, DeviceCapability.REREGISTER);
        region.checkUsable();
        if (region.isBound()) {
            throw new VerbsException(Errno.EINVAL, "memory windows are bound to the region: key=" + region.lkey());
        }
        if (region.isOfPeerMemory()) {
            throw new VerbsException(Errno.EOPNOTSUPP, "a region of a peer device's memory cannot be changed");
        }
        if ((changes & ExtendedMemoryRegion.CHANGE_TRANSLATION) != 0) {
            DeviceLimits.require(attributes, DeviceCapability.REREGISTER_TRANSLATION);
        }
    }

    private int rightsAfter(final RnicMemoryRegion region, final int changes, final int access) {
        final int rights = rules.granted(access);
        if ((changes & ExtendedMemoryRegion.CHANGE_TRANSLATION) == 0) {
            Registrar.checkWritable(region.memory(), rights);
        }
        return rights;
    }
}
