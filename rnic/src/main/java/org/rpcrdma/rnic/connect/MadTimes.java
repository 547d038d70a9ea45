// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.rpcrdma.rnic.port.ProtocolTimes;
import org.rpcrdma.rnic.roce.TimerCodes;

/** The time limits of a port's connection management, in nanoseconds. */
public final class MadTimes {
    /** The code of the longest time that a peer may request with an MRA: 69 s, as in Linux. */
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

    /** Returns the time, in ns, to wait for an answer before retransmitting a message. */
    public long timeout() {
        return timeout;
    }

    public int timeoutCode() {
        return TimerCodes.acknowledgementCode(timeout);
    }

    /** Returns the maximum number of retransmissions per message. */
    public int retries() {
        return retries;
    }

    /** Returns the maximum time, in ns, during which a peer retransmits a message. */
    public long lifetime() {
        return (retries + 1) * timeout;
    }

    /** Returns the code of the queue pairs' acknowledgement timeout. */
    public int acknowledgementCode() {
        return acknowledgementCode;
    }

    /**
     * Returns the time, in ns, after which the wire first checks whether a peer whose RTU is missing has sent packets.
     */
    public long firstLook() {
        return Math.max(1, timeout >> FIRST_LOOK);
    }

    /** Returns the time, in ns, that a peer requests with the given code, up to the maximum. */
    public static long service(final int code) {
        return TimerCodes.acknowledgement(Math.max(1, Math.min(code, LONGEST_SERVICE)));
    }

    /** Returns the code of the time that this side requests with an MRA. */
    public static int serviceCode() {
        return LONGEST_SERVICE;
    }
}
