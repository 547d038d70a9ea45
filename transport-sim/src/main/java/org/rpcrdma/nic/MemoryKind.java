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

/** What memory a block is. */
enum MemoryKind {
    /** Pages of the process. */
    PROCESS,
    /** Contiguous pages that the driver allocated and mapped into the process. */
    CONTIGUOUS,
    /** Memory of another device on the bus, mapped into the process. */
    PEER;

    /** Whether the kernel lets child processes have it again that it was kept from: not what a driver mapped. */
    boolean canBeGivenToChildren() {
        return this == PROCESS;
    }

    /** Whether it counts against what a process may pin. */
    boolean isLocked() {
        return this != PEER;
    }
}
