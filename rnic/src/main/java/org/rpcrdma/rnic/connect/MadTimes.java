// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.rpcrdma.rnic.port.ProtocolTimes;
import org.rpcrdma.rnic.roce.TimerCodes;

/** The waits of a port's connection management, in nanoseconds. */
public final class MadTimes {
    /** The longest time that a peer may request with an MRA: 69 s, as in Linux. */
    private static final int LONGEST_SERVICE = 24;

    private static final int FIRST_LOOK = 10;

    private final long timeout;
    private final int retries;
    private final int acknowledgementCode;

    public MadTimes(final ProtocolTimes times) {
        timeout = times.message();
        retries = times.messageRetries();
        acknowledgementCode = TimerCodes.acknowledgementCode(times.acknowledgement());
    }

    /** Returns how long a message is waited for before its cause is sent again. */
    public long timeout() {
        return timeout;
    }

    public int timeoutCode() {
        return TimerCodes.acknowledgementCode(timeout);
    }

    /** Returns how often a message is sent again. */
    public int retries() {
        return retries;
    }

    /** Returns how long a peer repeats a message at most. */
    public long lifetime() {
        return (retries + 1) * timeout;
    }

    /** Returns the code of the acknowledgement time-out of queue pairs. */
    public int acknowledgementCode() {
        return acknowledgementCode;
    }

    /** Returns when to look first if packets of a peer came whose RTU did not. */
    public long firstLook() {
        return Math.max(1, timeout >> FIRST_LOOK);
    }

    /** Returns the time that a peer requests by a code, within bounds. */
    public static long service(final int code) {
        return TimerCodes.acknowledgement(Math.max(1, Math.min(code, LONGEST_SERVICE)));
    }

    /** Returns the code that this side requests. */
    public static int serviceCode() {
        return LONGEST_SERVICE;
    }
}
