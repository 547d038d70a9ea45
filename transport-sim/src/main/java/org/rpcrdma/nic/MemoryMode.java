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

/** What is behind the addresses of a simulated host's memory. */
public enum MemoryMode {
    /** Bytes: what is sent is what arrives. */
    BACKED,
    /**
     * Nothing, so that memory for a hundred thousand connections takes none of the JVM's: it reads as zero for the device,
     * what the device writes is dropped, and {@link org.rpcrdma.verbs.MemoryBlock#buffer()} is not supported: there is
     * nothing at its addresses that a program could touch. Messages alone are kept, from their arrival in a Receive until they have been read
     * ({@link org.rpcrdma.verbs.MemoryAllocator#beginRead}): a service copies what it answers of them, and cannot have a part of the
     * message itself sent as its reply, since the device finds no bytes there. All else is as with bytes: mappings, keys, checks, lengths, times, completions and figures.
     */
    ADDRESS_ONLY
}
