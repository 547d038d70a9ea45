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
package org.rpcrdma.nic;

import java.util.LinkedHashMap;
import java.util.Map;

/** A cache that replaces the least recently used, as a linked map has it: what the simulated ones are held to. */
final class NaiveCache<V> extends LinkedHashMap<Long, V> {
    private static final long serialVersionUID = 1L;

    private final int entries;

    NaiveCache(final int entries) {
        super(16, 0.75f, true);
        this.entries = entries;
    }

    @Override
    protected boolean removeEldestEntry(final Map.Entry<Long, V> eldest) {
        return size() > entries;
    }
}
