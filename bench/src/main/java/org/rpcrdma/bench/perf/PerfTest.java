// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.List;
import java.util.Locale;

/**
 * The kind of measurement: an operation, and either bandwidth or latency. The ordinals are part of the wire protocol,
 * so new constants must be appended.
 */
public enum PerfTest {
    SEND_BW,
    SEND_LAT,
    WRITE_BW,
    WRITE_LAT,
    READ_BW,
    READ_LAT,
    RPC_BW,
    RPC_LAT;

    private static final List<PerfTest> ALL = List.of(values());

    /** Returns the test with a given number on the wire, or null. */
    static PerfTest of(final int code) {
        return code >= 0 && code < ALL.size() ? ALL.get(code) : null;
    }

    int code() {
        return ordinal();
    }

    /** Returns the name on the command line, such as {@code send-bw}. */
    @Override
    public String toString() {
        return label();
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns true if the test measures one message at a time. */
    public boolean isLatency() {
        return this == SEND_LAT || this == WRITE_LAT || this == READ_LAT || this == RPC_LAT;
    }

    boolean isSend() {
        return this == SEND_BW || this == SEND_LAT;
    }

    boolean isRead() {
        return this == READ_BW || this == READ_LAT;
    }

    public boolean isRpc() {
        return this == RPC_BW || this == RPC_LAT;
    }

    /** Returns true if the reported latency is half of a round trip, as in perftest. */
    boolean isHalved() {
        return this == SEND_LAT || this == WRITE_LAT;
    }
}
