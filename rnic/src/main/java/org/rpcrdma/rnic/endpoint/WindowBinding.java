// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

import org.rpcrdma.rnic.key.region.RnicMemoryRegion;
import org.rpcrdma.rnic.key.region.RnicMemoryWindow;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.queue.SendChain;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Binds windows of type 1 by staging and posting a work request, as {@code ibv_bind_mw(3)} does. */
final class WindowBinding {
    /** The longest range that one entry in a device's list can cover. */
    private static final long LONGEST = 1L << 31;

    private final QueuePair queuePair;
    private final DeviceAttributes device;
    private final SendChain chain;

    WindowBinding(final QueuePair queuePair, final DeviceAttributes device) {
        this.queuePair = queuePair;
        this.device = device;
        chain = new SendChain(device, 1, 1);
    }

    void bind(
            final MemoryWindow window,
            final long wrId,
            final int flags,
            final MemoryRegion region,
            final long address,
            final long length,
            final int access) {
        DeviceLimits.require(device, DeviceCapability.MEMORY_WINDOW);
        if (!(window instanceof RnicMemoryWindow) || window.type() != MemoryWindow.TYPE_1) {
            throw new VerbsException(Errno.EINVAL, "window must be a type 1 memory window of this device");
        }
        if (region != null) {
            checkRegion((RnicMemoryWindow) window, region, access);
        } else if (address != 0 || length != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "a range requires a region: address=0x" + Long.toHexString(address) + " length=" + length);
        }
        if (length > LONGEST) {
            throw new VerbsException(Errno.EOPNOTSUPP, "window is too long: length=" + length + " limit=" + LONGEST);
        }
        final RnicMemoryWindow own = (RnicMemoryWindow) window;
        final int previous = own.rkey();
        chain.clear();
        chain.stageBind(wrId, flags, own, own.stepKey(), region, address, length, access);
        try {
            queuePair.postSend(chain);
        } catch (final VerbsException e) {
            own.restoreKey(previous);
            throw e;
        }
    }

    private static void checkRegion(final RnicMemoryWindow window, final MemoryRegion region, final int access) {
        if (!(region instanceof ExtendedMemoryRegion own) || own.domain() != window.domain()) {
            throw new VerbsException(Errno.EPERM, "window and region belong to different domains");
        }
        if (!(region instanceof RnicMemoryRegion) || ((RnicMemoryRegion) region).isOfPeerMemory()) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "region does not allow memory windows: key=0x" + Integer.toHexString(region.lkey()));
        }
        if (((RnicMemoryRegion) region).isZeroBased() || (access & Access.ZERO_BASED) != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "neither region nor window may be zero-based: access=0x" + Integer.toHexString(access));
        }
    }
}
