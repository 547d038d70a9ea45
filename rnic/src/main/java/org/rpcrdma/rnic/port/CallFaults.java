// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.VerbsException;

/**
 * Makes calls fail on demand. At most one fault is armed per kind of call. Each call decrements its counter; the call
 * that decrements it to 0 fails.
 */
public final class CallFaults {
    /** The counts of devices on which no fault was ever armed. */
    private static final int[] NONE = new int[FaultyCall.values().length];

    private int[] left = NONE;
    /** The errors of armed calls; null until a fault is armed. */
    private Errno[] errnos;

    public void arm(final FaultyCall call, final int nth, final Errno errno) {
        if (left == NONE) {
            left = new int[NONE.length];
            errnos = new Errno[NONE.length];
        }
        left[call.ordinal()] = nth;
        errnos[call.ordinal()] = errno;
    }

    public void disarm() {
        left = NONE;
    }

    public int armed() {
        int armed = 0;
        for (final int calls : left) {
            armed += calls == 0 ? 0 : 1;
        }
        return armed;
    }

    /** Counts a call. Throws an exception if a fault is armed for this call. */
    public void count(final FaultyCall call) {
        if (isDue(call)) {
            throw new VerbsException(errnos[call.ordinal()], message(call));
        }
    }

    /** Counts the posting of a chain. Rejects the first request if a fault is armed for this call. */
    public void countPost(final FaultyCall call) {
        if (isDue(call)) {
            throw new PostException(errnos[call.ordinal()], message(call), 0);
        }
    }

    private boolean isDue(final FaultyCall call) {
        return left[call.ordinal()] != 0 && --left[call.ordinal()] == 0;
    }

    private static String message(final FaultyCall call) {
        return "fault on demand: call=" + call;
    }
}
