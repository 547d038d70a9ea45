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
package org.rpcrdma.transport;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryRegion;

/** Memory of this end's own, as local work requests name it while it is mapped; used again. Its owner is a {@link LocalMemory}. */
final class LocalRange {
    /** Where the device finds its first byte. */
    long iova;

    /** The key that covers it. */
    int lkey;

    int length;

    /** What the device may do; null where it is not mapped. */
    DmaDirection direction;

    /** What it is registered with, where that is what mapping takes. */
    MemoryRegion region;

    /** Whether the region outlasts the mapping. */
    boolean isKept;

    boolean isMapped() {
        return direction != null;
    }
}
