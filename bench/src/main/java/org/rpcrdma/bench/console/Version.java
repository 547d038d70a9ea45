// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.Objects;

/** The program's version, as printed by {@code --version} and contained in every JSON result. */
public final class Version {
    /** The version in the jar's manifest, or "development" if the classes are not in a jar. */
    public static final String CURRENT =
            Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "development");

    private Version() {}
}
