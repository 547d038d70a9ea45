// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

/** A rule says nothing about this device. */
public final class RowSkipped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the skip.
     *
     * @param reason why, true of the device.
     */
    public RowSkipped(final String reason) {
        super(reason);
    }
}
