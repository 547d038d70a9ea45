// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Thrown when a verbs call fails synchronously. This is the first of the three error domains. The exception contains
 * the call's errno.
 */
public class VerbsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Errno errno;

    /**
     * Creates an exception.
     *
     * @param errno   the reason.
     * @param message the failed operation, with the offending values as {@code name=value}.
     */
    public VerbsException(final Errno errno, final String message) {
        super(errno + ": " + message);
        this.errno = errno;
    }

    /**
     * Creates the exception for a feature that the device lacks.
     *
     * @param feature the feature, as a noun phrase.
     * @return an exception with EOPNOTSUPP.
     */
    public static VerbsException unsupported(final String feature) {
        return new VerbsException(Errno.EOPNOTSUPP, "the device does not support " + feature);
    }

    /**
     * Returns the call's errno.
     *
     * @return the errno.
     */
    public Errno errno() {
        return errno;
    }
}
