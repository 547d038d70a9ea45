// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/**
 * Tracks the time without datagrams and determines how a loop waits for the next datagram. Callers pass the current
 * time.
 */
final class IdleTime {
    /**
     * The time, in ns, for which a loop spins without yielding. On a busy processor, a thread that yields may not run
     * again for several milliseconds.
     */
    static final long SHORT_NANOS = 20_000;
    /**
     * The time, in ns, for which a loop polls for datagrams before it sleeps, as the processor of a Linux guest does
     * (guest_halt_poll_ns, Documentation/virt/guest-halt-polling.rst). Waking up takes 50 us. With a shorter limit, the
     * peer would go to sleep while this loop wakes up.
     */
    static final long LONG_NANOS = 200_000;

    private long begun = -LONG_NANOS;

    /** Restarts the idle time because a datagram has arrived. */
    void begin(final long now) {
        begun = now;
    }

    /** Returns true if the next datagram is expected soon, so that the loop must not yield. */
    boolean isShort(final long now) {
        return now - begun < SHORT_NANOS;
    }

    /** Returns true if the loop may sleep until the next datagram arrives. */
    boolean isLong(final long now) {
        return now - begun >= LONG_NANOS;
    }
}
