// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/** Checks the arguments of setters. */
public final class Arguments {
    private Arguments() {}

    public static void required(final String name, final Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is required");
        }
    }

    public static void range(final String name, final int value, final int lowest, final int highest) {
        if (value < lowest || value > highest) {
            throw new IllegalArgumentException(
                    name + " must be " + lowest + " to " + highest + ": " + name + "=" + value);
        }
    }

    public static void notNegative(final String name, final long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " must be 0 or more: " + name + "=" + value);
        }
    }
}
