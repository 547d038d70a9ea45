// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Thrown when a re-registration fails; {@link #error()} determines the region's state. */
public final class ReregisterException extends VerbsException {
    private static final long serialVersionUID = 1L;

    private final ReregisterError error;

    /**
     * Creates an exception.
     *
     * @param error   the result code.
     * @param errno   the reason.
     * @param message the failed operation, with the offending values as {@code name=value}.
     */
    public ReregisterException(final ReregisterError error, final Errno errno, final String message) {
        super(errno, message + " result=" + error.code());
        this.error = error;
    }

    /**
     * Returns the result code.
     *
     * @return the code, which indicates how the re-registration failed.
     */
    public ReregisterError error() {
        return error;
    }
}
