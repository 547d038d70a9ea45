// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The number of captured calls that are not replayed, by reason.
 *
 * @param unanswered the number of calls without a captured reply.
 * @param tooLarge   the number of calls whose chunks have more bytes or segments than a replay offers.
 * @param notWhole   the number of calls for which the capture lacks some bytes, or whose reply a replay's server would
 *                   send differently.
 * @param malformed  the number of messages with a malformed header, or with chunks that contradict the header.
 */
public record LeftOut(int unanswered, int tooLarge, int notWhole, int malformed) {
    private static final String LIMITS = " with chunks of more than " + (CapturedCall.MAX_CHUNK_BYTES >> 20) + " MB or "
            + CapturedCall.MAX_SEGMENTS + " segments";

    /**
     * Returns the total number of these calls.
     *
     * @return 0 or more.
     */
    public int count() {
        return unanswered + tooLarge + notWhole + malformed;
    }

    @Override
    public String toString() {
        return Stream.of(
                        reason(unanswered, " without a reply in the capture"),
                        reason(tooLarge, LIMITS),
                        reason(notWhole, " that are incomplete in the capture"),
                        reason(malformed, " malformed"))
                .filter(reason -> !reason.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String reason(final int count, final String words) {
        return count == 0 ? "" : count + words;
    }
}
