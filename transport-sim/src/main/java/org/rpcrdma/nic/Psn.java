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

/**
 * Packet sequence numbers. A packet carries 24 bits; the two halves of a queue pair count in 64, and take a number on a
 * packet for the one with those low bits that is nearest to where they are: less than 8 million packets away.
 */
final class Psn {
    static final int MASK = (1 << 24) - 1;

    private static final int HIGH_BITS = Long.SIZE - 24;

    private Psn() {}

    /** The number nearest to a reference that has the low bits of a number on a packet. */
    static long near(final long onPacket, final long reference) {
        return reference + ((onPacket - reference) << HIGH_BITS >> HIGH_BITS);
    }
}
