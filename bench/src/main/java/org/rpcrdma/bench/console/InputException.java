// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

/** Arguments or input that a command cannot use: one line for standard error, exit code 2. */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InputException(final String message) {
        super(message);
    }

    /** Refuses a value of an option that is out of range. */
    public static void checkRange(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new InputException(option + " must be from " + least + " to " + most + ": " + value);
        }
    }
}
