// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.rpcrdma.rnic.port.ProtocolTimes;
import org.rpcrdma.rnic.roce.TimerCodes;

/** The waits of a port's connection management, in nanoseconds. */
public final class MadTimes {
    /** The code of the maximum time that a peer may request with an MRA: 69 s, as in Linux. */
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

    /** Returns the time, in ns, to wait for an answer before a message is retransmitted. */
    public long timeout() {
        return timeout;
    }

    public int timeoutCode() {
        return TimerCodes.acknowledgementCode(timeout);
    }

    /** Returns the maximum number of retransmissions of a message. */
    public int retries() {
        return retries;
    }

    /** Returns the maximum time, in ns, for which a peer retransmits a message. */
    public long lifetime() {
        return (retries + 1) * timeout;
    }

    /** Returns the code of the acknowledgement timeout of queue pairs. */
    public int acknowledgementCode() {
        return acknowledgementCode;
    }

    /**
     * Returns the time, in ns, after which to check for the first time whether packets have arrived from a peer whose
     * RTU has not.
     */
    public long firstLook() {
        return Math.max(1, timeout >> FIRST_LOOK);
    }

    /** Returns the time, in ns, that a peer requests with the given code, limited to the maximum. */
    public static long service(final int code) {
        return TimerCodes.acknowledgement(Math.max(1, Math.min(code, LONGEST_SERVICE)));
    }

    /** Returns the code that this side requests. */
    public static int serviceCode() {
        return LONGEST_SERVICE;
    }
}
