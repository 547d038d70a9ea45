// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.ArrayDeque;

/**
 * The connections that hold packets, in the order in which they began: none does so for long. The time is that of the
 * capture; if that stands still, frames count.
 */
final class HoldQueue {
    /** Longer than networks and capture programs change the order of packets by, shorter than senders wait. */
    static final long NANOS = 1_000_000;

    private static final long FRAMES = 1 << 16;

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private long nowNanos = Long.MIN_VALUE;
    private long nowFrame;

    /** Takes the time of the next packet, and ends what has waited too long. */
    void onPacket(final CapturedPacket packet) {
        nowNanos = Math.max(nowNanos, packet.relativeNanos);
        nowFrame = packet.frameNumber;
        while (!waiting.isEmpty() && isOver(waiting.peek())) {
            final Waiting over = waiting.poll();
            over.isWaiting = false;
            over.release(isTimeOver(over) ? nowNanos - NANOS + 1 : Long.MAX_VALUE);
        }
    }

    private boolean isOver(final Waiting one) {
        return isTimeOver(one) || nowFrame - one.waitsSinceFrame >= FRAMES;
    }

    private boolean isTimeOver(final Waiting one) {
        return nowNanos - one.waitsSinceNanos >= NANOS;
    }

    /** Adds a connection that begins to wait; one that waits already goes on. */
    void add(final Waiting one) {
        if (!one.isWaiting) {
            one.isWaiting = true;
            one.waitsSinceNanos = nowNanos;
            one.waitsSinceFrame = nowFrame;
            waiting.add(one);
        }
    }
}
