// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.InputException;

/**
 * The kind of measurement: an operation, by its bandwidth or its latency. The order is that of the wire: append only.
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

    /** Returns the test of a name, such as {@code send-bw}. */
    public static PerfTest of(final String name) {
        return ALL.stream()
                .filter(test -> test.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException("TEST must be one of "
                        + ALL.stream().map(PerfTest::label).collect(Collectors.joining(", ")) + ": " + name));
    }

    /** Returns the test of a number on the wire, or null. */
    static PerfTest of(final int code) {
        return code >= 0 && code < ALL.size() ? ALL.get(code) : null;
    }

    int code() {
        return ordinal();
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns true if it measures one message at a time. */
    boolean isLatency() {
        return this == SEND_LAT || this == WRITE_LAT || this == READ_LAT || this == RPC_LAT;
    }

    boolean isSend() {
        return this == SEND_BW || this == SEND_LAT;
    }

    boolean isRead() {
        return this == READ_BW || this == READ_LAT;
    }

    boolean isRpc() {
        return this == RPC_BW || this == RPC_LAT;
    }

    /** Returns true if a latency is half the time of a message and its answer, as in perftest. */
    boolean isHalved() {
        return this == SEND_LAT || this == WRITE_LAT;
    }

    /** The names, for shells. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(PerfTest::label).iterator();
        }
    }
}
