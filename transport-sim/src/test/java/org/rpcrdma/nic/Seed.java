// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** The seed of a randomised test: {@code -Dseed=N}, else a fixed one. */
public final class Seed {
    private static final long USUAL = 20261120;

    private Seed() {}

    /** The seed. */
    public static long get() {
        final String property = System.getProperty("seed");
        return property == null || property.isEmpty() ? USUAL : Long.parseLong(property);
    }
}
