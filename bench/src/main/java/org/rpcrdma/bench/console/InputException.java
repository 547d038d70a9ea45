// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.Locale;

/**
 * Thrown if arguments or input are unusable. The command then prints one line to standard error and exits with code 2.
 */
public final class InputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public InputException(final String message) {
        super(message);
    }

    /** Rejects a value that is out of range. */
    public static void checkRange(final String name, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new InputException(
                    String.format(Locale.ROOT, "%s must be %,d to %,d: %s=%d", name, least, most, name, value));
        }
    }
}
