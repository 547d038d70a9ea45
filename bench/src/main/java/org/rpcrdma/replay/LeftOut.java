// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The number of captured calls that are not replayed, by reason.
 *
 * @param unanswered calls without a captured reply.
 * @param tooLarge calls whose chunks exceed the bytes or segments that a replay offers.
 * @param notWhole calls for which the capture lacks some bytes, or whose reply was sent differently from how a replay's
 *     server answers.
 * @param malformed messages whose header is malformed, or whose chunks contradict it.
 */
public record LeftOut(int unanswered, int tooLarge, int notWhole, int malformed) {
    private static final String LIMITS = " with chunks of more than " + (CapturedCall.MAX_CHUNK_BYTES >> 20) + " MB or "
            + CapturedCall.MAX_SEGMENTS + " segments";

    /**
     * Returns the number of all these calls.
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
                        reason(notWhole, " incomplete in the capture"),
                        reason(malformed, " malformed"))
                .filter(reason -> !reason.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String reason(final int count, final String words) {
        return count == 0 ? "" : count + words;
    }
}
