// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.key.indirect.KeyLayout;
import org.rpcrdma.rnic.key.indirect.RnicIndirectKey;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.SendRequests;

/**
 * Encodes the parts of an indirect key's change as bits, and checks posted changes:
 *
 * <pre>
 *  31       24 23           16 15            8        3        2       1      0
 * |           | entries of     | parts that    |  | wrong | STRIDES | LIST | ACCESS |
 * |           | the strides    | were announced|  |       |         |      |        |
 * </pre>
 */
public final class KeyParts {
    public static final int ACCESS = 1;
    public static final int LIST = 1 << 1;
    public static final int STRIDES = 1 << 2;

    private static final int WRONG = 1 << 3;
    private static final int ANNOUNCED_SHIFT = 8;
    private static final int ENTRIES_SHIFT = 16;
    private static final int COUNT_MASK = 0xff;
    private static final int LAYOUT = LIST | STRIDES;
    private static final int GIVEN = ACCESS | LAYOUT;
    private static final int MAX_STRIDE_BYTES = 0xffff;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;

    private KeyParts() {}

    /** Returns the initial bits for a change that announces the given number of parts. */
    static int announced(final int setters) {
        return setters < 0 || setters > COUNT_MASK ? WRONG : setters << ANNOUNCED_SHIFT;
    }

    /** Adds a part. Each part may be set only once, and a change may contain only one layout. */
    static int with(final int parts, final int part) {
        final int clashing = (part & LAYOUT) == 0 ? part : LAYOUT;
        return (parts & clashing) == 0 ? parts | part : parts | WRONG;
    }

    /** Adds an entry to the strided layout. */
    static int withEntry(final int parts) {
        return (parts & STRIDES) == 0 ? parts | WRONG : parts + (1 << ENTRIES_SHIFT);
    }

    /**
     * Checks a change.
     *
     * @throws PostException if the change is incomplete, or does not fit its key or the queue.
     */
    public static void check(final SendChain chain, final int i, final int maxSge) {
        final SendArguments arguments = chain.arguments;
        if ((chain.flags[i] & SendRequests.INLINE) == 0) {
            throw new PostException(Errno.EOPNOTSUPP, "a request that configures a key must be inline", i);
        }
        final int parts = arguments.keyParts[i];
        final boolean isComplete =
                Integer.bitCount(parts & GIVEN) == ((parts >>> ANNOUNCED_SHIFT) & COUNT_MASK) && (parts & WRONG) == 0;
        if (!isComplete || !(arguments.indirectKeys[i] instanceof RnicIndirectKey)) {
            throw new PostException(
                    Errno.EINVAL,
                    "parts differ from the announced parts, or do not apply to this key: parts=0x"
                            + Integer.toHexString(parts),
                    i);
        }
        if ((parts & ACCESS) != 0 && (arguments.access[i] & ~RIGHTS) != 0) {
            throw new PostException(
                    Errno.EINVAL, "invalid access flags: access=0x" + Integer.toHexString(arguments.access[i]), i);
        }
        checkEntries(chain, i, maxSge);
    }

    /** Checks the number of entries. In a strided layout, the header counts as an entry. */
    private static void checkEntries(final SendChain chain, final int i, final int maxSge) {
        final KeyLayout layout = ((RnicIndirectKey) chain.arguments.indirectKeys[i]).layout();
        final int parts = chain.arguments.keyParts[i];
        final boolean isStrides = (parts & STRIDES) != 0;
        final int limit = Math.min(maxSge, layout.maxEntries()) - (isStrides ? 1 : 0);
        if (chain.sgeCounts[i] > limit) {
            throw new PostException(
                    Errno.ENOMEM, "too many entries: entries=" + chain.sgeCounts[i] + " limit=" + limit, i);
        }
        final boolean areStrides = chain.sgeCounts[i] == parts >>> ENTRIES_SHIFT
                && chain.arguments.repeats[i] >= 1
                && !layout.isEqual()
                && areStrideLengths(chain, i);
        final boolean isLayoutless = (parts & LAYOUT) == 0 && chain.sgeCounts[i] != 0;
        if (isStrides && !areStrides || isLayoutless) {
            throw new PostException(
                    Errno.EINVAL,
                    "entries do not match the layout: entries=" + chain.sgeCounts[i] + " parts=0x"
                            + Integer.toHexString(parts),
                    i);
        }
    }

    private static boolean areStrideLengths(final SendChain chain, final int i) {
        final int first = i * chain.maxSge;
        for (int entry = first; entry < first + chain.sgeCounts[i]; entry++) {
            final int skip = chain.arguments.skips[entry];
            if (chain.lengths[entry] < 0
                    || chain.lengths[entry] > MAX_STRIDE_BYTES
                    || (skip & ~MAX_STRIDE_BYTES) != 0) {
                return false;
            }
        }
        return true;
    }
}
