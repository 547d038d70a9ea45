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

/** A fault on demand that waits for its packet. */
final class ArmedFault {
    enum Kind {
        LOSE,
        DUPLICATE,
        DELAY,
        FLIP
    }

    final Kind kind;
    /** How long to delay, or which byte to flip. */
    final long argument;

    private final PacketFilter which;
    private int left;

    ArmedFault(final Kind kind, final PacketFilter which, final int nth, final long argument) {
        this.kind = kind;
        this.which = which;
        this.argument = argument;
        left = nth;
    }

    /** Counts a packet that is sent. Returns whether it is the one. */
    boolean isFor(final Packet packet) {
        final boolean isCounted = which.matches(packet) && (kind != Kind.FLIP || packet.length != 0);
        return isCounted && --left == 0;
    }
}
