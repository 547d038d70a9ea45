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

/** Carries out atomics. */
final class Atomics {
    private Atomics() {}

    /** Carries out an atomic on native memory that is there. Returns the value before. */
    static long carryOut(final Packet packet, final long address) {
        final long before = HostBytes.getLong(address);
        if (packet.operation == Operation.FETCH_AND_ADD) {
            HostBytes.putLong(address, before + packet.operand);
        } else if (before == packet.operand) {
            HostBytes.putLong(address, packet.swap);
        }
        return before;
    }
}
