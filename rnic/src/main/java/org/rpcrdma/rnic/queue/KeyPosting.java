// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.key.region.RnicMemoryWindow;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;

/** Checks posted registrations and window binds. */
public final class KeyPosting {
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;

    private KeyPosting() {}

    public static void check(final SendChain chain, final int i) {
        switch (chain.operations[i]) {
            case Operation.REGISTER_MEMORY -> checkAccess(chain.arguments.access[i], Access.OPTIONAL_RANGE, i);
            case Operation.BIND_WINDOW -> checkBind(chain.arguments, i);
            default -> {
                // Other operations have no separate key.
            }
        }
    }

    private static void checkAccess(final int access, final int beside, final int i) {
        if (!Access.isValid(access) || (access & ~(RIGHTS | beside)) != 0) {
            throw new PostException(Errno.EINVAL, "invalid access flags: access=0x" + Integer.toHexString(access), i);
        }
    }

    private static void checkBind(final SendArguments arguments, final int i) {
        final int access = arguments.access[i];
        if ((access & ~(RIGHTS | Access.ZERO_BASED)) != 0) {
            throw new PostException(Errno.EINVAL, "invalid access flags: access=0x" + Integer.toHexString(access), i);
        }
        if (!(arguments.windows[i] instanceof RnicMemoryWindow)) {
            throw new PostException(
                    Errno.EINVAL, "memory window belongs to another device: window=" + arguments.windows[i], i);
        }
    }
}
