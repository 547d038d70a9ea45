// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** The time in which no datagram has come. It decides how a loop waits for the next, and is handed the time. */
final class IdleTime {
    /** How long a loop does not yield: on a busy processor a thread that yields goes on milliseconds later. */
    static final long SHORT_NANOS = 20_000;
    /**
     * How long a loop looks for datagrams before it sleeps: as a processor of a Linux guest does (guest_halt_poll_ns,
     * Documentation/virt/guest-halt-polling.rst). To be woken takes 50 us. A peer that slept sooner would sleep while
     * this loop is woken.
     */
    static final long LONG_NANOS = 200_000;

    private long begun = -LONG_NANOS;

    /** Begins: a datagram has come. */
    void begin(final long now) {
        begun = now;
    }

    /** Returns true if the next one is so near that nobody else gets the processor. */
    boolean isShort(final long now) {
        return now - begun < SHORT_NANOS;
    }

    /** Returns true if a loop may sleep until the next one comes. */
    boolean isLong(final long now) {
        return now - begun >= LONG_NANOS;
    }
}
