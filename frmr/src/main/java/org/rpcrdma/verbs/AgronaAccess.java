/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.verbs;

import org.agrona.BitUtil;

/**
 * Whether this JVM lets Agrona at native memory.
 *
 * <p>Agrona reads and writes native memory through {@code jdk.internal.misc.Unsafe}, which {@code java.base} exports to
 * nobody. A JVM that was started without the flag for it fails at the first access to a buffer, with an error that
 * names no remedy. What needs native memory therefore asks here when it is constructed.
 */
public final class AgronaAccess {
    private static final String PACKAGE = "jdk.internal.misc";

    private AgronaAccess() {}

    /**
     * Refuses a JVM in which Agrona cannot work. Takes nanoseconds where it can. Thread-safe.
     *
     * @throws IllegalStateException where the flag is missing, naming it for the launcher and for Maven.
     */
    public static void check() {
        final Module agrona = BitUtil.class.getModule();
        if (!Object.class.getModule().isExported(PACKAGE, agrona)) {
            throw new IllegalStateException(refusal(agrona.isNamed() ? agrona.getName() : "ALL-UNNAMED"));
        }
    }

    private static String refusal(final String module) {
        final String flag = "--add-exports=java.base/" + PACKAGE + "=" + module;
        return "this JVM keeps Agrona from native memory, start it with: java " + flag
                + " ... (Maven, maven-surefire-plugin: <argLine>" + flag + "</argLine>)";
    }
}
