// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.ArrayDeque;

/**
 * The connections that are holding packets, in the order in which they started to do so. Each connection holds packets
 * only briefly. Time is measured with the capture's clock. The number of frames is also limited, in case that clock
 * does not advance.
 */
final class HoldQueue {
    /**
     * The maximum time for which packets are held. It is longer than the delays that reordering in networks and capture
     * programs causes, and shorter than the senders' timeouts.
     */
    static final long NANOS = 1_000_000;

    private static final long FRAMES = 1 << 16;

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private long nowNanos = Long.MIN_VALUE;
    private long nowFrame;

    /** Advances the time to that of the next packet, and releases the connections that have waited too long. */
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

    /** Adds a connection that starts to wait. A connection that is already waiting keeps its position. */
    void add(final Waiting one) {
        if (!one.isWaiting) {
            one.isWaiting = true;
            one.waitsSinceNanos = nowNanos;
            one.waitsSinceFrame = nowFrame;
            waiting.add(one);
        }
    }
}
