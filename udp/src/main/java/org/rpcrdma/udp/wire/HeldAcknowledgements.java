// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.util.Arrays;
import java.util.function.Consumer;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketPool;

/**
 * Acknowledgements that wait for the end of a turn: packets that handlers send because of the same messages leave
 * before them, and the last one of a connection answers for all of its packets that came in the turn. A turn is over
 * when the loop finds no datagrams; if requests have left since the first was held, 20 us after that; if it always
 * finds some, after 40 us.
 *
 * <p>A handler may take any time, and a program may do something else than to run its loop. So a thread of its own
 * sends those that have waited for long. Everything else here is for the loop's thread.
 */
final class HeldAcknowledgements {
    /** Packets that are answered together at most: a peer is not to wait with a full window. */
    private static final int MOST_TOGETHER = 32;
    /**
     * How long acknowledgements wait for the peer's next message: twice as long as one of a process of this host takes
     * to come. So long a peer waits for a completion, too.
     */
    private static final long NANOS = 20_000;

    private final PacketPool pool;
    private final Consumer<Packet> sendInTime;
    private final Consumer<Packet> sendLate;
    private final Consumer<Packet> lateIsOver;
    private final long patienceMillis;
    private final Packet[] packets = new Packet[MOST_TOGETHER];
    private int count;
    /** Since when, by the clock of the loop. */
    private long since;
    /** True if a request has left since. */
    private boolean hasReplied;
    /** How many of them the thread has sent: the first ones. */
    private int late;
    /** Acknowledgements that were added since all were sent. */
    private int answered;
    /** Turns that ended while something was held. */
    private int turns;

    private Thread thread;
    private boolean isAsleep;
    private boolean isClosed;

    /**
     * Holds nothing.
     *
     * @param pool           takes acknowledgements that a later one answers for.
     * @param sendInTime     sends one when the turn is over; it is the taker's.
     * @param sendLate       sends one while the turn goes on, in the thread, and leaves it as it is.
     * @param lateIsOver     takes a late one when the turn is over.
     * @param patienceMillis how long one waits for the end of a turn at most, at least half of it; 2 or more.
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
     * Takes an acknowledgement, at a time of the loop's clock. Returns true if nothing is held: it was the last of
     * many, or the link is closed.
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

    /** Lets the thread look again after a while. */
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

    /** Takes note of a request that leaves: a peer that was waiting for it sends its next message soon. */
    void requestLeaves() {
        hasReplied = true;
    }

    /**
     * Returns true if what is held is to leave. If the loop found no datagrams, that is now, or after a while if a
     * request has left: the peer's answer to it comes soon, and is acknowledged with the rest.
     */
    boolean isTurnOver(final boolean isIdle, final long now) {
        if (count == 0) {
            return false;
        }
        return isIdle ? !hasReplied || now - since >= NANOS : now - since >= 2 * NANOS;
    }

    /** Sends all: the turn is over, or something must not overtake them. Returns true if there were some. */
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
            // those behind one that failed go next time; none goes twice
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
            // the next acknowledgement starts another, if this one failed
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

    /** Sends all, and ends the thread. */
    synchronized void close() {
        isClosed = true;
        notifyAll();
        endTurn();
    }
}
