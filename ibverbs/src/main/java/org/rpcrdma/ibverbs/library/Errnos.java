// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.VerbsException;

/** Converts the operating system's errno values to the contract's errnos. */
public final class Errnos {
    static final int UNKNOWN = 5;

    /** An errno that the verbs contract does not contain. Callers handle it themselves. */
    public static final int EADDRNOTAVAIL = 99;

    private static final int EACCES = 13;
    private static final int ENODEV = 19;
    private static final int ENOSYS = 38;
    private static final int EPROTONOSUPPORT = 93;
    private static final Errno[] KNOWN = Errno.values();

    private Errnos() {}

    /** Returns the contract's errno for a value, or EIO if the contract does not contain the value. */
    public static Errno of(final int errno) {
        for (final Errno known : KNOWN) {
            if (known.value() == errno) {
                return known;
            }
        }
        return switch (errno) {
            case EACCES -> Errno.EPERM;
            case ENODEV -> Errno.ENOENT;
            case ENOSYS, EPROTONOSUPPORT -> Errno.EOPNOTSUPP;
            default -> Errno.EIO;
        };
    }

    public static VerbsException exception(final int errno, final String what) {
        return new VerbsException(of(errno), what + ": errno=" + errno);
    }

    /** Returns the exception for a feature that only the verbs in the kernel support. */
    public static VerbsException kernelOnly(final String what) {
        return new VerbsException(Errno.EOPNOTSUPP, "only the kernel's verbs support the feature: feature=" + what);
    }

    /**
     * Returns an exception's message without the leading errno. Use it in an exception whose message starts with the
     * errno anyway.
     */
    public static String reason(final VerbsException e) {
        return e.getMessage().substring(e.errno().name().length() + ": ".length());
    }

    public static PostException post(final int errno, final String what, final int badIndex) {
        return new PostException(of(errno), what + ": errno=" + errno, badIndex);
    }
}
