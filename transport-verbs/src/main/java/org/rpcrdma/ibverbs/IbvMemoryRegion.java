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
package org.rpcrdma.ibverbs;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.ReregisterError;
import org.rpcrdma.verbs.ReregisterException;
import org.rpcrdma.verbs.VerbsException;

/** A memory region of {@code ibv_reg_mr_iova2}. It pins the block that its memory lies in, unless it is on demand. */
final class IbvMemoryRegion implements MemoryRegion {
    private final IbvDevice device;
    private long pointer;
    private IbvProtectionDomain domain;
    private HostMemoryBlock block;
    private long address;
    private long length;
    private long iova;
    private int access;

    IbvMemoryRegion(
            final IbvProtectionDomain domain,
            final long address,
            final long length,
            final long iova,
            final int access) {
        this.domain = domain;
        this.address = address;
        this.length = length;
        // The device does not say which of the optional rights it has granted.
        this.access = access & ~Access.OPTIONAL_RANGE;
        this.iova = (access & Access.ZERO_BASED) == 0 ? iova : 0;
        device = domain.device();
        check(address, length, iova, access);
        block = pin(address, access);
        try {
            pointer = device.library().regMr.pointer(domain.pointer(), address, length, iova, access);
        } catch (final VerbsException e) {
            unpin();
            throw new VerbsException(
                    e.errno(),
                    e.getMessage() + " address=0x" + Long.toHexString(address) + " length=" + length + " access=0x"
                            + Integer.toHexString(access));
        }
        device.opened();
    }

    private static void check(final long address, final long length, final long iova, final int access) {
        final boolean isWhole = length == WHOLE_ADDRESS_SPACE && (access & Access.ON_DEMAND) != 0;
        if (!isWhole && length < 1 || !Access.isValid(access)) {
            throw new VerbsException(
                    Errno.EINVAL, "bad region: length=" + length + " access=0x" + Integer.toHexString(access));
        }
        if (((address ^ iova) & (HostMemory.PAGE - 1)) != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "iova has another offset in its page: address=0x" + Long.toHexString(address) + " iova=0x"
                            + Long.toHexString(iova));
        }
    }

    private HostMemoryBlock pin(final long begin, final int rights) {
        final HostMemoryBlock holder =
                (rights & Access.ON_DEMAND) != 0 ? null : device.hostMemory().block(begin);
        if (holder != null && !holder.pin()) {
            throw new VerbsException(Errno.EFAULT, "block is closed: address=0x" + Long.toHexString(begin));
        }
        return holder;
    }

    private void unpin() {
        if (block != null) {
            block.unpin();
            block = null;
        }
    }

    long pointer() {
        return open();
    }

    @Override
    public ProtectionDomain domain() {
        return domain;
    }

    @Override
    public int lkey() {
        return Native.getInt(open() + MemoryLayouts.MR_LKEY);
    }

    @Override
    public int rkey() {
        return Native.getInt(open() + MemoryLayouts.MR_RKEY);
    }

    private long open() {
        if (pointer == Native.NULL) {
            throw new VerbsException(Errno.EINVAL, "region is closed: address=0x" + Long.toHexString(address));
        }
        return pointer;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long iova() {
        return iova;
    }

    @Override
    public int access() {
        return access;
    }

    @Override
    public void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        final boolean moves = (changes & CHANGE_TRANSLATION) != 0;
        final boolean changesDomain = (changes & CHANGE_PD) != 0;
        final boolean changesAccess = (changes & CHANGE_ACCESS) != 0;
        final long inDomain = changesDomain ? ((IbvProtectionDomain) newDomain).pointer() : Native.NULL;
        final HostMemoryBlock target = moves ? pin(newAddress, changesAccess ? newAccess : access) : block;
        final int result = device.library()
                .reregMr
                .number(open(), changes, inDomain, newAddress, newLength, changesAccess ? newAccess : 0);
        if (moves) {
            release(result == 0 ? block : target);
        }
        if (result != 0) {
            throw refused(result);
        }
        block = target;
        domain = changesDomain ? (IbvProtectionDomain) newDomain : domain;
        address = moves ? newAddress : address;
        length = moves ? newLength : length;
        iova = moves ? newAddress : iova;
        access = changesAccess ? newAccess : access;
    }

    private static void release(final HostMemoryBlock holder) {
        if (holder != null) {
            holder.unpin();
        }
    }

    private static VerbsException refused(final int result) {
        final int errno = NativeFunction.lastErrno();
        for (final ReregisterError error : ReregisterError.values()) {
            if (error.code() == result) {
                return new ReregisterException(error, Errnos.of(errno), "ibv_rereg_mr failed: errno=" + errno);
            }
        }
        return Errnos.exception(errno, "ibv_rereg_mr failed: result=" + result);
    }

    @Override
    public void close() {
        device.library().deregMr.check(open());
        pointer = Native.NULL;
        unpin();
        device.closed();
    }
}
