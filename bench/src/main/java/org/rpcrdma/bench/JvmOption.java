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
package org.rpcrdma.bench;

import java.io.IOException;
import picocli.CommandLine.Option;

/** {@code --pid PID}: the JVM that is meant. */
final class JvmOption {
    @Option(names = "--pid", paramLabel = "PID", description = "the JVM, where more than one of this user has some")
    private String pid;

    boolean isGiven() {
        return pid != null;
    }

    /** Attaches to the JVM that is named, or to the only one that has such objects. */
    JvmConnection attach(final VisibleObjects objects) throws IOException {
        return JvmConnection.attach(LocalJvm.find(pid, objects));
    }
}
