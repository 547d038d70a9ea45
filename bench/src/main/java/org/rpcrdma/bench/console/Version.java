// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.Objects;

/** The version of the program, as {@code --version} and every JSON result name it. */
public final class Version {
    /** As the program's jar has it; classes that are in no jar are of no version. */
    public static final String CURRENT =
            Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "development");

    private Version() {}
}
