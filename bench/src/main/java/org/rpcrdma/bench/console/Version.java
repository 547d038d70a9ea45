// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

/** The version of the program, as {@code --version} and every JSON result name it. */
public final class Version {
    public static final String CURRENT = "0.1.0-SNAPSHOT";

    private Version() {}
}
