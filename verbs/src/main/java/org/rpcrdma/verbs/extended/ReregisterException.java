// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A re-registration failed; {@link #error()} gives the region's state. */
public final class ReregisterException extends VerbsException {
    private static final long serialVersionUID = 1L;

    private final ReregisterError error;

    /**
     * Creates an exception.
     *
     * @param error   how it failed.
     * @param errno   why.
     * @param message the failed operation, with the offending values as {@code name=value}.
     */
    public ReregisterException(final ReregisterError error, final Errno errno, final String message) {
        super(errno, message + " result=" + error.code());
        this.error = error;
    }

    /**
     * Returns how it failed.
     *
     * @return the result code.
     */
    public ReregisterError error() {
        return error;
    }
}
