// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

import org.agrona.BitUtil;

/**
 * Checks that Agrona can access native memory in this JVM.
 *
 * <p>Agrona accesses native memory through {@code jdk.internal.misc.Unsafe}, which {@code java.base} does not export.
 * Without the necessary flag, the first access to a buffer fails with an error that does not mention the flag.
 * Therefore, the constructors of classes that need native memory call this check.
 */
public final class AgronaAccess {
    private static final String PACKAGE = "jdk.internal.misc";

    private AgronaAccess() {}

    /**
     * Throws an exception if Agrona cannot access native memory; otherwise returns within nanoseconds. Thread-safe.
     *
     * @throws IllegalStateException if the flag is missing; the message shows how to set it for {@code java} and for
     *                               Maven.
     */
    public static void check() {
        final Module agrona = BitUtil.class.getModule();
        if (!Object.class.getModule().isExported(PACKAGE, agrona)) {
            throw new IllegalStateException(refusal(agrona.isNamed() ? agrona.getName() : "ALL-UNNAMED"));
        }
    }

    private static String refusal(final String module) {
        final String flag = "--add-exports=java.base/" + PACKAGE + "=" + module;
        return "Agrona cannot access native memory in this JVM; start it with: java " + flag
                + " ... (Maven, maven-surefire-plugin: <argLine>" + flag + "</argLine>)";
    }
}
