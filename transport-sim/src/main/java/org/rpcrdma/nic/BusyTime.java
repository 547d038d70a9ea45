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
 * How long something is still busy that carries one transfer after another, to the picosecond. Counted from the last
 * transfer, since 2<sup>63</sup> picoseconds are 106 days and virtual time goes on for longer.
 */
final class BusyTime {
    /** In a nanosecond. */
    static final long PICOS = 1000;

    /** No transfer ends later than that. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / PICOS / 2;

    private long sinceNanos;
    private long picos;

    /** How long it is busy from now on, a time in nanoseconds; 0 where it is free. In picoseconds. */
    long left(final long now) {
        return Math.max(0, picos - Math.min(now - sinceNanos, LONGEST_NANOS) * PICOS);
    }

    /** It is busy for so many picoseconds from now on. */
    void set(final long now, final long left) {
        sinceNanos = now;
        picos = left;
    }

    /** When picoseconds from now on are over, in whole nanoseconds. */
    static long end(final long now, final long picos) {
        return now + (picos + PICOS - 1) / PICOS;
    }
}
