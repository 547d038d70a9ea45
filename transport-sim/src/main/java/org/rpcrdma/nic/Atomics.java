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

import java.util.Arrays;

/**
 * The atomics that a responder carried out: each once, however often it is asked for. The values that it answered with
 * are kept, for as many as a peer may have outstanding.
 */
final class Atomics {
    private static final long NONE = -1;

    private final long[] psns;
    private final long[] values;
    private int next;

    Atomics(final int most) {
        psns = new long[most];
        values = new long[most];
        Arrays.fill(psns, NONE);
    }

    /** Carries out an atomic on native memory that is there. Returns the value before. */
    long carryOut(final Packet packet, final long address) {
        final long before = HostBytes.getLong(address);
        if (packet.operation == Operation.FETCH_AND_ADD) {
            HostBytes.putLong(address, before + packet.operand);
        } else if (before == packet.operand) {
            HostBytes.putLong(address, packet.swap);
        }
        psns[next] = packet.psn;
        values[next] = before;
        next = next + 1 == psns.length ? 0 : next + 1;
        return before;
    }

    /** Whether the atomic of a number was carried out, and its value is still kept. */
    boolean isKept(final long psn) {
        return find(psn) < psns.length;
    }

    /** The value that an atomic was answered with, which is still kept. */
    long value(final long psn) {
        return values[find(psn)];
    }

    private int find(final long psn) {
        int i = 0;
        while (i < psns.length && psns[i] != psn) {
            i++;
        }
        return i;
    }
}
