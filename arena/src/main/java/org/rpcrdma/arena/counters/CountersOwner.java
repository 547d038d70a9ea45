// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.time.Instant;

/** The process that a counters file belongs to. */
final class CountersOwner {
    /** Start times of processes are known no better than this. */
    private static final long START_TOLERANCE_MILLIS = 2_000;

    private CountersOwner() {}

    static long ownPid() {
        return ProcessHandle.current().pid();
    }

    /** When this process began, in milliseconds since the epoch; 0 if the platform does not tell. */
    static long ownStartMillis() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .orElse(0L);
    }

    /**
     * Returns true if the process has ended: there is none of the id, or only one that began after the other's last
     * sign of life, to which the id was given anew.
     */
    static boolean isGone(final long pid, final long lastSignMillis) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info()
                        .startInstant()
                        .map(start -> start.toEpochMilli() <= lastSignMillis + START_TOLERANCE_MILLIS)
                        .orElse(true))
                .isEmpty();
    }
}
