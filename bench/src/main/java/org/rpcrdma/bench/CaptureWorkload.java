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

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;

/** What {@code rpcrdma capture} runs. */
enum CaptureWorkload {
    /** Data there and back. */
    ECHO,
    /** Objects that are written and read. */
    STORE,
    /** A capture, replayed. */
    REPLAY;

    /** All labels, for the command line. */
    static final class Labels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(CaptureWorkload::label).iterator();
        }
    }

    /** The name on the command line. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static CaptureWorkload of(final String label) {
        return Arrays.stream(values())
                .filter(workload -> workload.label().equals(label))
                .findFirst()
                .orElseThrow(
                        () -> new InputException("--workload knows " + String.join(", ", new Labels()) + ": " + label));
    }
}
