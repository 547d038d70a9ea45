// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.key.region.RnicMemoryWindow;
import org.rpcrdma.rnic.key.region.RnicPageList;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;

/** Checks registrations and window binds that are posted. */
public final class KeyPosting {
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;

    private KeyPosting() {}

    public static void check(final SendChain chain, final int i) {
        switch (chain.operations[i]) {
            case Operation.REGISTER_MEMORY -> checkAccess(chain.arguments.access[i], Access.OPTIONAL_RANGE, i);
            case Operation.REGISTER_PAGES -> {
                checkAccess(chain.arguments.access[i], Access.OPTIONAL_RANGE, i);
                checkPages(chain.arguments, chain.remoteAddresses[i], i);
            }
            case Operation.BIND_WINDOW -> checkBind(chain.arguments, i);
            default -> {
                // names no key of its own
            }
        }
    }

    private static void checkAccess(final int access, final int beside, final int i) {
        if (!Access.isValid(access) || (access & ~(RIGHTS | beside)) != 0) {
            throw new PostException(Errno.EINVAL, "bad access: access=0x" + Integer.toHexString(access), i);
        }
    }

    private static void checkBind(final SendArguments arguments, final int i) {
        final int access = arguments.access[i];
        if ((access & ~(RIGHTS | Access.ZERO_BASED)) != 0) {
            throw new PostException(Errno.EINVAL, "bad access: access=0x" + Integer.toHexString(access), i);
        }
        if (!(arguments.windows[i] instanceof RnicMemoryWindow)) {
            throw new PostException(
                    Errno.EINVAL, "window is not one of the device's: window=" + arguments.windows[i], i);
        }
    }

    private static void checkPages(final SendArguments arguments, final long iova, final int i) {
        final int size = arguments.pageSizes[i];
        if (size < Pages.SIZE || Integer.bitCount(size) != 1) {
            throw new PostException(Errno.EINVAL, "bad page size: pageSize=" + size, i);
        }
        final int count = arguments.pageCounts[i];
        if (count < 1 || count > arguments.regions[i].maxPages() || !isList(arguments, count, i)) {
            throw new PostException(
                    Errno.EINVAL, "no such pages: pageCount=" + count + " limit=" + arguments.regions[i].maxPages(), i);
        }
        final int offset = arguments.firstByteOffsets[i];
        final long length = arguments.ranges[i];
        final boolean fits = offset >= 0
                && offset < size
                && length >= 1
                && length <= (long) count * size - offset
                && (iova & (size - 1)) == offset
                && Long.compareUnsigned(iova, -length) <= 0;
        if (!fits) {
            throw new PostException(
                    Errno.EINVAL,
                    "bad range: firstByteOffset=" + offset + " length=" + length + " iova=0x" + Long.toHexString(iova),
                    i);
        }
    }

    /** Returns true if the application's list has a number of pages, each aligned to the page size. */
    private static boolean isList(final SendArguments arguments, final int count, final int i) {
        if (!(arguments.lists[i] instanceof RnicPageList)) {
            return false;
        }
        final RnicPageList list = (RnicPageList) arguments.lists[i];
        long all = 0;
        for (int page = 0; page < count && page < list.maxPages(); page++) {
            all |= list.get(page);
        }
        return list.isOpen() && count <= list.maxPages() && all >= 0 && (all & (arguments.pageSizes[i] - 1)) == 0;
    }
}
