// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Counts the outcomes of a soak's calls in both directions. If an outcome is neither a correct answer nor a documented
 * reason, the soak fails.
 */
public final class SoakTally {
    /**
     * The reasons that {@link ReplyHandler#onFailure} documents. The text after {@code last=} is another of these
     * reasons.
     */
    private static final Pattern DOCUMENTED =
            Pattern.compile("(the client (disconnected|was closed)|the server was closed"
                    + "|disconnected|rejected: .+|no reply in time: xid=0x[0-9a-f]+ timeoutNanos=\\d+.*"
                    + "|no reply to a reverse call arrived in time: timeoutNanos=\\d+"
                    + "|(a send work request|a Receive) ended with [A-Z_]+"
                    + "|the queue pair failed( with [A-Z_]+)?"
                    + "|the peer answered ERR_CHUNK|transaction id is already in use: xid=0x[0-9a-f]+"
                    + "|chunk memory cannot be registered: .+|(work requests|Receives) cannot be posted: .+"
                    + "|the service failed: SYSTEM_ERR|a call cannot be answered: .+|(no send buffer|a send buffer is unavailable): .+|a (Read list|reply|transfer|reverse call) cannot be .+"
                    + "|a connection cannot be set up: .+)");

    private static final Pattern GIVEN_UP = Pattern.compile("gave up: tries=\\d+ last=(.*)");
    private static final Pattern NUMBERS = Pattern.compile("0x[0-9a-f]+|\\d+");

    private final SortedMap<String, Long> outcomes = new TreeMap<>();
    long issued;
    private long answered;
    private long failed;

    public void issued() {
        issued++;
    }

    /** Counts a correct answer. */
    public void answered(final String kind) {
        answered++;
        count("answered " + kind);
    }

    /** Counts a failed call. If the reason is not documented, the soak fails. */
    public void failed(final String reason) {
        failed++;
        final var again = GIVEN_UP.matcher(reason);
        final String last = again.matches() ? again.group(1) : reason;
        assertTrue(
                DOCUMENTED.matcher(last).matches(), () -> "a call failed for no reason that is documented: " + reason);
        count("failed: " + NUMBERS.matcher(reason).replaceAll("N"));
    }

    /** Counts an event other than a call. */
    void count(final String what) {
        outcomes.merge(what, 1L, Long::sum);
    }

    long of(final String what) {
        return outcomes.getOrDefault(what, 0L);
    }

    long outstanding() {
        return issued - answered - failed;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(String.format(
                "calls: issued=%d answered=%d failed=%d open=%d%n", issued, answered, failed, outstanding()));
        outcomes.forEach((what, times) -> text.append(String.format("  %,12d  %s%n", times, what)));
        return text.toString();
    }
}
