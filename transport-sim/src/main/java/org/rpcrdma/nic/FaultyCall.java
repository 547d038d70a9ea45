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

/** Calls of a device that {@link Faults#fail} can let fail. */
public enum FaultyCall {
    /** A registration of memory ({@link org.rpcrdma.verbs.ProtectionDomain#registerMemory}, and of contiguous memory). */
    REGISTRATION,
    /** A DMA mapping ({@link org.rpcrdma.verbs.DmaMapper#map}). */
    MAPPING,
    /** The creation of an mkey for a registration, or of a fast-register region. */
    KEY,
    /** An allocation of the device's memory ({@link org.rpcrdma.verbs.MemoryAllocator#allocate}). */
    ALLOCATION,
    /** The posting of a chain of sends: its first request is refused, none is posted. */
    SEND,
    /** The posting of a chain of Receives, to a queue pair or a shared queue: its first is refused, none is posted. */
    RECEIVE
}
