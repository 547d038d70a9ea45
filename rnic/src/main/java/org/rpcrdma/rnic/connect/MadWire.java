// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.verbs.Gid;

/**
 * One side's wire to a peer over datagrams (InfiniBand specification, 12.9). This class implements the parts that both
 * sides share.
 *
 * <pre>
 *  {@link AskingWire}:  REQUESTED --REP--&gt; ESTABLISHED --disconnect--&gt; ENDING --DREP--&gt; ENDED
 *  {@link AskedWire}:   ASKED --reply--&gt; REPLIED --RTU--&gt; ESTABLISHED ...
 * </pre>
 */
abstract class MadWire implements ConnectionWire {
    private final MadWires wires;
    private final MadTimes times;
    private final int id;

    private final Event timer = Event.of(this::onTimer);
    /** The message to retransmit if no answer arrives, or null. */
    private UnsafeBuffer last;

    private long transaction;
    /** The transaction id of this side's DREQ. */
    private long endTransaction;

    private RnicConnection side;
    private Gid peer;
    private int peerId;
    private int peerQueuePair;
    private State state;
    private int triesLeft;

    enum State {
        REQUESTED,
        ASKED,
        REPLIED,
        ESTABLISHED,
        ENDING,
        ENDED
    }

    MadWire(final MadWires wires, final int id, final long transaction, final State state) {
        this.wires = wires;
        this.id = id;
        this.transaction = transaction;
        this.state = state;
        times = wires.times();
    }

    /** Called when a wait ends in any state except ENDING. */
    abstract void onWaited();

    /** Called when the connection has become unusable. The state is then final. */
    abstract void leave();

    /** Handles an MRA, which announces that the peer needs more time to answer. */
    abstract void onReceipt(int serviceCode);

    /** Handles a REP. Returns false if it does not match. */
    abstract boolean onReply(DirectBuffer buffer, int offset);

    /** Handles an RTU. */
    abstract void onReady();

    /**
     * Handles a matching REJ. Returns true if the wire repeats the request with parameters that the peer accepts, so
     * that the connection continues.
     */
    abstract boolean asksAgain(DirectBuffer buffer, int offset);

    /** Handles the peer's rejection of a connection that is not established yet. */
    abstract void onRejected(int reason, byte[] privateData);

    final int id() {
        return id;
    }

    final long transaction() {
        return transaction;
    }

    final MadWires wires() {
        return wires;
    }

    final MadTimes times() {
        return times;
    }

    final RnicConnection side() {
        return side;
    }

    final Gid peer() {
        return peer;
    }

    final int peerId() {
        return peerId;
    }

    final int peerQueuePair() {
        return peerQueuePair;
    }

    final void setPeer(final Gid gid) {
        peer = gid;
    }

    final void setPeerNumbers(final int newId, final int queuePair) {
        peerId = newId;
        peerQueuePair = queuePair;
    }

    final boolean is(final State which) {
        return state == which;
    }

    /** Starts a new transaction, so that replies to older messages no longer match. */
    final void beginTransaction() {
        transaction = wires.newTransaction(id);
    }

    final void become(final State next) {
        state = next;
    }

    /** Returns true if a datagram may come from the peer. Until the peer has sent its number, any number matches. */
    final boolean isFrom(final Gid source, final int number) {
        return source.equals(peer) && (state == State.REQUESTED || number == peerId);
    }

    /** Returns true if the given number is the number of this side's queue pair. */
    final boolean hasQueuePair(final int number) {
        return side != null && side.offer().queuePair().number() == number;
    }

    @Override
    public final int attach(final RnicConnection newSide) {
        side = newSide;
        return id;
    }

    @Override
    public final boolean isWithdrawn() {
        return state == State.ENDED;
    }

    @Override
    public final void disconnect() {
        if (state == State.ESTABLISHED) {
            state = State.ENDING;
            endTransaction = wires.newTransaction(id);
            writer().disconnect(endTransaction, id, peerId, peerQueuePair);
            sendRepeatedly();
        }
    }

    @Override
    public final void disconnected() {
        // Called when the peer's DREQ has been answered.
    }

    /**
     * Records that the peer has answered with numbers that were sent only to its address. An older connection with the
     * same queue pair number continues, because several hosts may share an address.
     */
    final void establish() {
        stopTimer();
        last = null;
        state = State.ESTABLISHED;
        wires.dialogs().opened(peer);
    }

    /** Closes a connection that the peer has already closed. */
    final void endByPeer() {
        end();
        side.endedByPeer();
    }

    /** Handles a REJ. Returns false if it does not match. */
    final boolean onReject(final DirectBuffer buffer, final int offset) {
        if (state == State.ENDED || ManagementLayout.TRANSACTION.getLong(buffer, offset) != transaction) {
            return false;
        }
        if (!asksAgain(buffer, offset)) {
            endRejected(
                    ManagementLayout.REJECT_REASON.get(buffer, offset),
                    ManagementLayout.REJECT_PRIVATE_DATA.get(buffer, offset));
        }
        return true;
    }

    private void endRejected(final int reason, final byte[] privateData) {
        final State before = state;
        end();
        if (before == State.ESTABLISHED) {
            side.endedByPeer();
        } else if (before != State.ENDING && side != null) {
            onRejected(reason, privateData);
        }
    }

    /** Handles the peer's DREQ, which has already been answered. */
    final void onDisconnect() {
        final State before = state;
        if (before != State.ENDED && before != State.REQUESTED) {
            end();
        }
        if (before == State.REPLIED || before == State.ESTABLISHED) {
            side.disconnectedByPeer();
        }
    }

    /** Handles a DREP. Returns false if it does not match. */
    final boolean onDisconnected(final long ofTransaction) {
        final boolean fits = state == State.ENDING && ofTransaction == endTransaction;
        if (fits) {
            end();
        }
        return fits;
    }

    private void onTimer() {
        if (state != State.ENDING) {
            onWaited();
        } else if (!sendAgain()) {
            end();
        }
    }

    /** Ends the connection without sending a message. */
    final void end() {
        stopTimer();
        last = null;
        if (state == State.ESTABLISHED || state == State.ENDING) {
            wires.dialogs().closed(peer);
        }
        leave();
        state = State.ENDED;
    }

    /** Removes the connection immediately. */
    final void forget() {
        stopTimer();
        wires.dialogs().remove(this);
    }

    final void startTimer(final long nanos) {
        stopTimer();
        wires.schedule(timer, nanos);
    }

    private void stopTimer() {
        wires.cancel(timer);
    }

    /** Returns a writer for a message that may need retransmission. */
    final MessageWriter writer() {
        last = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
        return wires.writer().to(last);
    }

    final ConnectionPath path() {
        final Offer offer = side.offer();
        return ConnectionPath.of(offer.startingPsn(), offer.flowLabel(), times.acknowledgementCode());
    }

    /** Sends the message, and retransmits it until it is answered. */
    final void sendRepeatedly() {
        triesLeft = times.retries();
        send();
        startTimer(times.timeout());
    }

    /** Retransmits the message. Returns false if no retransmission is left. */
    final boolean sendAgain() {
        if (triesLeft == 0) {
            return false;
        }
        triesLeft--;
        send();
        startTimer(times.timeout());
        return true;
    }

    /** Sends the message. */
    final void send() {
        wires.send(peer, last);
    }
}
