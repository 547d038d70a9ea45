// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

/** Arguments or input that a command cannot use: one line for standard error, exit code 2. */
final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InputException(final String message) {
        super(message);
    }
}
