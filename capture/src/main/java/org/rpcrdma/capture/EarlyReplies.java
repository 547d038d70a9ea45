// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.ManagementLayout;

/**
 * Connection replies that arrived before their requests. Each reply waits {@link HoldQueue#NANOS} for its request. If
 * the request has not arrived by then, it counts as not captured.
 */
final class EarlyReplies {
    private static final int MOST = 64;

    private final HoldQueue holdings;
    private final Consumer<CapturedPacket> withoutRequest;
    private final ArrayDeque<EarlyReply> replies = new ArrayDeque<>();

    /**
     * Creates an empty collection.
     *
     * @param holdings       signals when a reply's waiting time ends.
     * @param withoutRequest receives the replies whose requests have not arrived in time.
     */
    EarlyReplies(final HoldQueue holdings, final Consumer<CapturedPacket> withoutRequest) {
        this.holdings = holdings;
        this.withoutRequest = withoutRequest;
    }

    private final class EarlyReply extends Waiting {
        private final CapturedPacket packet = new CapturedPacket();

        @Override
        void release(final long beforeNanos) {
            if (replies.remove(this)) {
                withoutRequest.accept(packet);
            }
        }
    }

    /** Adds a reply. If there are too many replies, the oldest one stops waiting. */
    void add(final CapturedPacket reply) {
        if (replies.size() == MOST) {
            replies.peek().release(Long.MAX_VALUE);
        }
        final EarlyReply early = new EarlyReply();
        early.packet.copyOf(reply, new UnsafeBuffer(new byte[reply.captured]));
        replies.add(early);
        holdings.add(early);
    }

    /** Removes and returns the reply to a request, or returns null if there is no reply. */
    CapturedPacket take(final CapturedPacket request) {
        for (final EarlyReply early : replies) {
            if (early.packet.get(ManagementLayout.REMOTE_ID) == request.get(ManagementLayout.LOCAL_ID)
                    && Endpoints.of(early.packet).isBackOf(request)) {
                replies.remove(early);
                return early.packet;
            }
        }
        return null;
    }

    /** Releases all replies. Called when the capture ends. */
    void end() {
        while (!replies.isEmpty()) {
            replies.peek().release(Long.MAX_VALUE);
        }
    }
}
