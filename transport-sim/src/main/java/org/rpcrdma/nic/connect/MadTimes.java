// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.connect;

import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.link.TimerCodes;

/** The waits of a port's connection management, in nanoseconds. */
final class MadTimes {
    /** The longest time that a peer may ask for with an MRA: that of Linux, 69 s. */
    private static final int LONGEST_SERVICE = 24;

    private static final int FIRST_LOOK = 10;

    private final long timeout;
    private final int retries;
    private final int acknowledgementCode;

    MadTimes(final CostModel costs) {
        timeout = costs.nanos(CostParameter.CM_TIMEOUT);
        retries = costs.count(CostParameter.CM_RETRIES);
        acknowledgementCode = TimerCodes.acknowledgementCode(costs.nanos(CostParameter.ACK_TIMEOUT));
    }

    /** Returns how long a message is waited for before its cause is sent again. */
    long timeout() {
        return timeout;
    }

    int timeoutCode() {
        return TimerCodes.acknowledgementCode(timeout);
    }

    /** Returns how often a message is sent again. */
    int retries() {
        return retries;
    }

    /** Returns how long a peer repeats a message at most. */
    long lifetime() {
        return (retries + 1) * timeout;
    }

    /** Returns the code of the acknowledgement time-out of queue pairs. */
    int acknowledgementCode() {
        return acknowledgementCode;
    }

    /** Returns when to look first if packets of a peer came whose RTU did not. */
    long firstLook() {
        return Math.max(1, timeout >> FIRST_LOOK);
    }

    /** Returns the time that a peer asks for by a code, within bounds. */
    static long service(final int code) {
        return TimerCodes.acknowledgement(Math.max(1, Math.min(code, LONGEST_SERVICE)));
    }

    /** Returns the code that this side asks for. */
    static int serviceCode() {
        return LONGEST_SERVICE;
    }
}
