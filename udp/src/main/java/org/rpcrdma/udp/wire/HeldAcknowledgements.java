// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.util.Arrays;
import java.util.function.Consumer;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketPool;

/**
 * Delays acknowledgements until the end of a turn of the loop. Packets that handlers send in response are sent first,
 * and one acknowledgement per connection covers all packets of the turn. A turn ends when the loop finds no datagram.
 * If requests have been sent since the first acknowledgement was held, or if the loop keeps finding datagrams, the turn
 * ends after 60 us. Requests no longer prolong the turn once the peer acknowledges them without sending a request,
 * because the peer may be waiting for the held acknowledgements.
 *
 * <p>After 40 us, acknowledgements are sent together with the next requests. In this case, a single system call sends
 * both, and the peer usually receives both in a single call. Two hosts that send messages alternately therefore send no
 * acknowledgement separately, as long as a round trip takes less than 20 us.
 *
 * <p>A handler may take any time, and a program may stop running its loop. Therefore, a separate thread sends
 * acknowledgements that have waited too long. All other methods are called on the loop's thread.
 */
final class HeldAcknowledgements {
    /**
     * The maximum number of packets per acknowledgement. The limit prevents a peer from stalling with a full window.
     */
    private static final int MOST_TOGETHER = 32;
    /**
     * The time, in ns, after which acknowledgements are sent together with the next requests. Small messages between
     * processes of one host make four round trips in this time.
     */
    private static final long JOIN_NANOS = 40_000;
    /**
     * The maximum time, in ns, for which acknowledgements wait for the next requests. The peer's completions are
     * delayed by the same time. The difference to {@link #JOIN_NANOS} is longer than a round trip.
     */
    private static final long MOST_NANOS = 60_000;

    private final PacketPool pool;
    private final Consumer<Packet> sendInTime;
    private final Consumer<Packet> sendLate;
    private final Consumer<Packet> lateIsOver;
    private final long patienceMillis;
    private final Packet[] packets = new Packet[MOST_TOGETHER];
    private int count;
    /** The time, in ns of the loop's clock, at which the first held acknowledgement was added. */
    private long since;
    /** True if a request has been sent since that time. */
    private boolean hasReplied;
    /** The number of held acknowledgements, counted from the first, that the separate thread has already sent. */
    private int late;
    /** The number of acknowledgements added since the held acknowledgements were last sent. */
    private int answered;
    /** The number of turns that ended with held acknowledgements. */
    private int turns;

    private Thread thread;
    private boolean isAsleep;
    private boolean isClosed;

    /**
     * Creates an empty set.
     *
     * @param pool           the pool to which superseded acknowledgements return.
     * @param sendInTime     sends an acknowledgement at the end of the turn, and takes ownership of it.
     * @param sendLate       sends an acknowledgement on the separate thread during the turn, without taking ownership
     *                       of it.
     * @param lateIsOver     takes ownership, at the end of the turn, of an acknowledgement that was sent late.
     * @param patienceMillis the maximum time, in milliseconds, for which an acknowledgement waits, at least 2. The
     *                       separate thread sends the acknowledgement after it has waited for at least half of this
     *                       time.
     */
    HeldAcknowledgements(
            final PacketPool pool,
            final Consumer<Packet> sendInTime,
            final Consumer<Packet> sendLate,
            final Consumer<Packet> lateIsOver,
            final long patienceMillis) {
        this.pool = pool;
        this.sendInTime = sendInTime;
        this.sendLate = sendLate;
        this.lateIsOver = lateIsOver;
        this.patienceMillis = patienceMillis;
    }

    /**
     * Holds an acknowledgement. {@code now} is the loop's time. Returns true if no acknowledgement is held afterwards,
     * either because the maximum has been reached or because the link is closed.
     */
    synchronized boolean add(final Packet packet, final long now) {
        if (isClosed) {
            sendInTime.accept(packet);
            return true;
        }
        if (count == 0) {
            since = now;
            hasReplied = false;
        }
        hold(packet);
        answered++;
        if (answered == MOST_TOGETHER) {
            sendAll();
            return true;
        }
        watch();
        return false;
    }

    private void hold(final Packet packet) {
        for (int i = count - 1; i >= late; i--) {
            if (isOfOneConnection(packets[i], packet)) {
                pool.give(packets[i]);
                packets[i] = packet;
                return;
            }
        }
        packets[count++] = packet;
    }

    private static boolean isOfOneConnection(final Packet one, final Packet other) {
        return one.origin == other.origin
                && one.originEpoch == other.originEpoch
                && one.destination == other.destination;
    }

    /** Causes the separate thread to check the acknowledgements later. */
    private void watch() {
        if (thread == null) {
            thread = new Thread(this::sendWhatWaits, "rpcrdma-udp-acknowledgements");
            thread.setDaemon(true);
            thread.start();
        } else if (isAsleep) {
            isAsleep = false;
            notifyAll();
        }
    }

    /** Records that a request is being sent. A peer that was waiting for it will soon send its next message. */
    void requestLeaves() {
        hasReplied = true;
    }

    /**
     * Records that the peer has sent acknowledgements but no request. It has nothing to send, so the held
     * acknowledgements need not wait for its next request.
     */
    void onlyAcknowledged() {
        hasReplied = false;
    }

    /**
     * Returns true if the held acknowledgements must be sent. If the loop found no datagram, they must be sent now,
     * unless a request has been sent. In that case, they wait a little longer, because the peer's response will arrive
     * soon, and the acknowledgements can be sent together with the next request.
     */
    boolean isTurnOver(final boolean isIdle, final long now) {
        if (count == 0) {
            return false;
        }
        return isIdle && !hasReplied || now - since >= MOST_NANOS;
    }

    /** Returns true if held acknowledgements must be sent together with the next requests. */
    boolean joinRequests(final long now) {
        return count != 0 && hasReplied && now - since >= JOIN_NANOS;
    }

    /**
     * Sends all held acknowledgements, either because the turn has ended or because a packet must not overtake them.
     * Returns false if no acknowledgement was held.
     */
    boolean endTurn() {
        if (count == 0) {
            return false;
        }
        sendAll();
        return true;
    }

    private synchronized void sendAll() {
        int over = 0;
        try {
            while (over < count) {
                final Packet packet = packets[over++];
                if (over <= late) {
                    lateIsOver.accept(packet);
                } else {
                    sendInTime.accept(packet);
                }
            }
        } finally {
            // After a failure, the remaining acknowledgements are sent at the end of the next turn. No acknowledgement
            // is sent twice.
            removeFirst(over);
            turns++;
        }
    }

    private void removeFirst(final int over) {
        System.arraycopy(packets, over, packets, 0, count - over);
        Arrays.fill(packets, count - over, count, null);
        count -= over;
        late = Math.max(0, late - over);
        answered = count;
    }

    private synchronized void sendWhatWaits() {
        try {
            while (!isClosed) {
                if (late == count) {
                    isAsleep = true;
                    wait();
                } else {
                    final int turn = turns;
                    wait(patienceMillis / 2);
                    sendRest(turn);
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // If this thread has failed, the next acknowledgement starts another thread.
            thread = null;
            isAsleep = false;
        }
    }

    private void sendRest(final int turn) {
        if (turns == turn) {
            while (late < count) {
                sendLate.accept(packets[late++]);
            }
        }
    }

    /** Sends all acknowledgements, and stops the thread. */
    synchronized void close() {
        isClosed = true;
        notifyAll();
        endTurn();
    }
}
