// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

/**
 * The items that may travel by chunks in the calls and replies of one procedure: its part of an upper-layer binding
 * (RFC 8166, section 6).
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
 * <p>A client walks its arguments before it sends them: items go by Read chunks, and memory is offered for as many
 * results, by Write chunks, or for the longest reply. Either side walks the results of a reply that was accepted with
 * success.
 *
 * @param arguments the way through the arguments.
 * @param results   the way through the results.
 */
public record DdpRule(Way arguments, Way results) {
    /** A way through a message. */
    @FunctionalInterface
    public interface Way {
        /**
         * Goes through a message, as far as the last item.
         *
         * @param walk stands before the first argument or result.
         */
        void go(MessageWalk walk);
    }

    /**
     * Makes a rule of a procedure without such items.
     *
     * @param longestReply bytes of the longest results; a client offers a Reply chunk for those that do not fit inline.
     * @return the rule.
     */
    public static DdpRule none(final int longestReply) {
        return new DdpRule(arguments -> arguments.longestReply(longestReply), results -> {});
    }
}
