// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

/** Converts between the codes of a queue pair's timers and nanoseconds. */
public final class TimerCodes {
    /** An infinite acknowledgement timeout, in ns. Adding it to a time does not overflow. */
    public static final long NEVER = Long.MAX_VALUE >> 1;

    private static final long TIMEOUT_UNIT = 4096;
    private static final int MAX_CODE = 31;
    private static final long RNR_UNIT = 10_000;

    /** The RNR waits by code, in units of 10 us (InfiniBand specification, table 45). Code 0 is the longest wait. */
    private static final int[] RNR_WAITS = {
        65_536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072,
        4096, 6144, 8192, 12_288, 16_384, 24_576, 32_768, 49_152
    };

    private TimerCodes() {}

    /** Returns the wait, in ns, that an RNR NAK with the given code, 0 to 31, requests. */
    public static long rnrWait(final int code) {
        return RNR_WAITS[code] * RNR_UNIT;
    }

    /**
     * Returns the code of the shortest wait that is at least {@code nanos}, or of the longest wait if all are shorter.
     */
    public static int rnrTimerCode(final long nanos) {
        int code = 1;
        while (code < RNR_WAITS.length && rnrWait(code) < nanos) {
            code++;
        }
        return code & RNR_WAITS.length - 1;
    }

    /** Returns the acknowledgement timeout, in ns, for a code of 0 to 31. */
    public static long acknowledgement(final int code) {
        return code == 0 ? NEVER : TIMEOUT_UNIT << code;
    }

    /**
     * Returns the code of the shortest timeout that is at least {@code nanos}, or of the longest timeout if all are
     * shorter.
     */
    public static int acknowledgementCode(final long nanos) {
        int code = 1;
        while (code < MAX_CODE && acknowledgement(code) < nanos) {
            code++;
        }
        return code;
    }
}
