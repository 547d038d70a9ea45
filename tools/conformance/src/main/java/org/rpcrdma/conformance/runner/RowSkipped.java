// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

/** Thrown if a rule does not apply to this device. */
public final class RowSkipped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates a skip.
     *
     * @param reason why the rule does not apply.
     */
    public RowSkipped(final String reason) {
        super(reason);
    }
}
