// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

/**
 * The DDP-eligible items in the calls and replies of one procedure, as defined by an upper-layer binding (RFC 8166,
 * section 6).
 *
 * <pre>{@code
 * // res = opaque data<>; args = { opaque handle<64>; unsigned count; }
 * new DdpRule(
 *         arguments -> {
 *             arguments.skipOpaque();
 *             arguments.longestReply(4);
 *             arguments.result(arguments.nextInt());
 *         },
 *         results -> results.item());
 * }</pre>
 *
 * <p>A client walks a call's arguments before it sends the call. Items travel in Read chunks. The client offers a Write
 * chunk for each result, or a Reply chunk for the longest reply. Both sides walk the results of a successful reply.
 *
 * @param arguments walks the arguments.
 * @param results   walks the results.
 */
public record DdpRule(Way arguments, Way results) {
    /** Walks the arguments or results of a message. */
    @FunctionalInterface
    public interface Way {
        /**
         * Walks a message up to and including its last item.
         *
         * @param walk the walk, positioned before the first argument or result.
         */
        void go(MessageWalk walk);
    }

    /**
     * Creates a rule for a procedure without DDP-eligible items.
     *
     * @param longestReply the maximum length of the results, in bytes. A client offers a Reply chunk if they may not
     *                     fit inline.
     * @return the rule.
     */
    public static DdpRule none(final int longestReply) {
        return new DdpRule(arguments -> arguments.longestReply(longestReply), results -> {});
    }
}
