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
package org.rpcrdma.ibverbs;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** What this package asks of a host, found out before anything native is touched: a class that does not load explains nothing. */
final class Host {
    private Host() {}

    /**
     * Refuses a JVM or a machine that this package does not work on.
     *
     * @throws IllegalStateException where native access is denied, naming the flag that is missing.
     * @throws VerbsException EOPNOTSUPP on another machine than x86-64, or another system than Linux.
     */
    @SuppressWarnings("restricted")
    static void check() {
        checkMachine(System.getProperty("os.name"), System.getProperty("os.arch"), ByteOrder.nativeOrder());
        try {
            MemorySegment.NULL.reinterpret(1);
        } catch (final IllegalCallerException e) {
            final Module own = Host.class.getModule();
            throw new IllegalStateException(
                    "this JVM denies native access, start it with: java --enable-native-access="
                            + (own.isNamed() ? own.getName() : "ALL-UNNAMED"),
                    e);
        }
    }

    static void checkMachine(final String system, final String machine, final ByteOrder order) {
        if (!system.equals("Linux") || !machine.equals("amd64") || order != ByteOrder.LITTLE_ENDIAN) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "devices of the host need Linux on x86-64: system=" + system + " machine=" + machine);
        }
    }
}
