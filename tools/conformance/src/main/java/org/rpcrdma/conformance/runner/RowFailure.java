// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

/** Thrown if a rule does not hold. */
public final class RowFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates a failure.
     *
     * @param message the actual and the expected value.
     */
    public RowFailure(final String message) {
        super(message);
    }
}
