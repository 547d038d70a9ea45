// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.sweep;

/** A grid, a slice or a folder that a sweep cannot use: the message names what was found and what is accepted. */
public final class SweepException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SweepException(final String message) {
        super(message);
    }
}
