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
import org.rpcrdma.nic.Personality;

/** Which simulation a device of the host is held against. */
final class Personalities {
    private Personalities() {}

    /** The personality that a device's name begins with, or the specification's. */
    static Personality ofDevice(final String name) {
        return Arrays.stream(Personality.values())
                .filter(known -> name.startsWith(known.label()))
                .findFirst()
                .orElse(Personality.SPEC);
    }
}
