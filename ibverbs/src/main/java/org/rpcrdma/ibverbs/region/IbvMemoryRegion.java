// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.region;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rpcrdma.ibverbs.device.MappedBlock;
import org.rpcrdma.ibverbs.device.MappedMemory;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.Memlock;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.OnDemandCapabilities;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/**
 * A memory region, created by {@code ibv_reg_mr_iova2}. It pins the block that contains its memory, unless it uses
 * on-demand paging. After a failed re-registration, it pins every block that the device may still be using.
 */
public final class IbvMemoryRegion extends NativeRegion {
    private static final int FLUSH = Access.FLUSH_GLOBAL | Access.FLUSH_PERSISTENT;

    private final List<MappedBlock> pinned = new ArrayList<>(1);

    public IbvMemoryRegion(
            final NativeDomain domain, final long address, final long length, final long iova, final int access) {
        super(domain, address, length, (access & Access.ZERO_BASED) == 0 ? iova : 0, granted(access));
        check();
        checkOnDemand();
        checkFlush();
        pin(address, length, access);
        try {
            begin(context().library().regMr.pointer(domain.pointer(), address, length, this.iova, access));
        } catch (final VerbsException e) {
            releaseAll();
            throw new VerbsException(
                    e.errno(),
                    Errnos.reason(e) + " address=0x" + Long.toHexString(address) + " length=" + length + " access=0x"
                            + Integer.toHexString(access) + Memlock.remark(e.errno()));
        }
    }

    /**
     * Returns the requested rights without the optional ones. The optional ones are omitted because the device does not
     * report which of them it has granted.
     */
    private static int granted(final int asked) {
        return asked & ~Access.OPTIONAL_RANGE;
    }

    private void check() {
        final boolean isWhole = length == WHOLE_ADDRESS_SPACE && (access & Access.ON_DEMAND) != 0;
        if (!isWhole && length < 1 || !Access.isValid(access)) {
            throw new VerbsException(
                    Errno.EINVAL, "invalid region: length=" + length + " access=0x" + Integer.toHexString(access));
        }
        if (((address ^ iova) & (MappedMemory.PAGE - 1)) != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "iova must have the same offset within its page as the address: address=0x"
                            + Long.toHexString(address) + " iova=0x" + Long.toHexString(iova));
        }
    }

    /**
     * Checks that the device supports on-demand paging. Without this check, the kernel would return EINVAL, as it does
     * for an invalid range.
     */
    private void checkOnDemand() {
        final OnDemandCapabilities has = context().attributes().onDemand();
        final boolean isWhole = length == WHOLE_ADDRESS_SPACE;
        if ((access & Access.ON_DEMAND) != 0 && !(isWhole ? has.isImplicit() : has.isSupported())) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "the device does not support on-demand paging: device="
                            + context().name() + " implicit=" + isWhole);
        }
    }

    /**
     * Checks that the device supports flushes. Without this check, the kernel would return EINVAL, as it does for
     * unknown rights.
     */
    private void checkFlush() {
        if ((access & FLUSH) != 0 && !context().attributes().has(DeviceCapability.FLUSH)) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "the device does not support FLUSH: device=" + context().name() + " access=0x"
                            + Integer.toHexString(access));
        }
    }

    /**
     * Pins the block that contains the memory. Does nothing if the region uses on-demand paging or if the memory was
     * not allocated by the device's allocator.
     */
    private void pin(final long begin, final long bytes, final int rights) {
        final MappedBlock holder =
                (rights & Access.ON_DEMAND) != 0 ? null : context().memory().block(begin);
        if (holder == null) {
            return;
        }
        if (!holder.contains(begin, bytes) || !holder.pin()) {
            throw new VerbsException(
                    Errno.EFAULT,
                    "region exceeds its memory block: address=0x" + Long.toHexString(begin) + " length=" + bytes);
        }
        pinned.add(holder);
    }

    private void releaseAll() {
        release(0, pinned.size());
    }

    private void release(final int from, final int to) {
        final List<MappedBlock> released = pinned.subList(from, to);
        released.forEach(MappedBlock::unpin);
        released.clear();
    }

    @Override
    public void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        final long region = pointer();
        final boolean moves = (changes & CHANGE_TRANSLATION) != 0 && newLength > 0;
        final int rights = (changes & CHANGE_ACCESS) != 0 ? newAccess : access;
        final NativeDomain target = (changes & CHANGE_PD) != 0 ? own(newDomain) : domain;
        final int before = pinned.size();
        if (moves) {
            repin(newAddress, newLength, rights);
        }
        final int result =
                context().library().reregMr.number(region, changes, target.pointer(), newAddress, newLength, newAccess);
        final ReregisterError error = error(result);
        if (error == null || error == ReregisterError.DO_FORK_OLD) {
            domain = target;
            access = granted(rights);
            if (moves) {
                release(0, before);
                address = newAddress;
                length = newLength;
                iova = newAddress;
            }
        } else if (error.leavesRegionValid()) {
            release(before, pinned.size());
        }
        if (error != null) {
            throw refused(error);
        }
    }

    private void repin(final long begin, final long bytes, final int rights) {
        try {
            pin(begin, bytes, rights);
        } catch (final VerbsException e) {
            throw new ReregisterException(ReregisterError.INPUT, e.errno(), Errnos.reason(e));
        }
    }

    private NativeDomain own(final ProtectionDomain other) {
        try {
            return NativeDomain.own(context(), other);
        } catch (final VerbsException e) {
            throw new ReregisterException(ReregisterError.INPUT, e.errno(), Errnos.reason(e));
        }
    }

    /** Returns the error that corresponds to a result of {@code ibv_rereg_mr}, or null if the call succeeded. */
    private static ReregisterError error(final int result) {
        if (result == 0) {
            return null;
        }
        return Arrays.stream(ReregisterError.values())
                .filter(error -> error.code() == result)
                .findFirst()
                .orElseThrow(
                        () -> Errnos.exception(NativeFunction.lastErrno(), "ibv_rereg_mr failed: result=" + result));
    }

    private static ReregisterException refused(final ReregisterError error) {
        final int errno = NativeFunction.lastErrno();
        return new ReregisterException(error, Errnos.of(errno), "ibv_rereg_mr failed: errno=" + errno);
    }

    @Override
    public void close() {
        end(context().library().deregMr);
        releaseAll();
    }
}
