// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.connection.ByteCounts;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.transport.connection.TransportEvents;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.wire.RpcCredential;

/**
 * The state that a client retains across connections: its calls, and whether it needs a connection.
 *
 * <pre>
 *               send                  credit                reply
 *   STAGING ------------> waiting -------------> sent ----------------> handler: onReply
 *                           ^  |                  |  |
 *                           |  |  connection lost |  | tries used up, or
 *                           |  |  tries left      |  | the client disconnects
 *                           +-----------<---------+  |
 *                              |                     v
 *                              +---------------------+------------------> handler: onFailure
 *                  all attempts to connect failed
 * </pre>
 *
 * <p>If only one try is allowed, all calls fail when their connection ends, and the caller must request the next
 * connection. Otherwise, the client reconnects. Calls that have already been sent are queued again before all other
 * calls, in the order in which they were sent.
 */
final class ClientSession implements CallSlot.Owner {
    final ClientResources resources;
    final CallSlots slots;
    final ReplyTimer replyTimer;

    /** Calls that have not been sent on the current connection. */
    final ArrayDeque<CallSlot> waiting = new ArrayDeque<>(1);

    private final InetSocketAddress remote;
    private final ClientListener listener;
    private final Reconnection reconnection;
    private ClientConnection connection;
    /** The number of connection attempts. It identifies the current connection or the last attempt. */
    private long connections;

    private final Map<EndCause, Long> endedByCause = new EnumMap<>(EndCause.class);

    private boolean wanted;
    private boolean closed;
    private long unknownReplies;
    private long retransmissions;
    private long established;
    private boolean isEstablished;
    private long callsSent;
    private long callsAnswered;
    private long callsFailed;

    ClientSession(final ClientResources resources, final InetSocketAddress remote, final ClientListener listener) {
        this.resources = resources;
        this.remote = remote;
        this.listener = listener;
        slots = new CallSlots(this, resources.regionLimits, resources.memory, resources.bufferSize);
        replyTimer = new ReplyTimer(resources.loop, resources.callTimeoutNanos, this::onReplyTime);
        reconnection = new Reconnection(resources.loop, this::open);
    }

    void connect() {
        if (connection != null || closed) {
            throw new IllegalStateException(closed ? "client is closed" : "client is already connected or connecting");
        }
        wanted = true;
        open();
    }

    private void open() {
        reconnection.begin();
        isEstablished = false;
        connections++;
        connection = new ClientConnection(this);
        connection.open(remote);
    }

    CallSlot newCall() {
        if (closed) {
            throw new IllegalStateException("client is closed");
        }
        final CallSlot slot = slots.take();
        slot.stage();
        return slot;
    }

    @Override
    public void send(final CallSlot slot) {
        if (!wanted) {
            throw new IllegalStateException("client is not connected");
        }
        slot.enqueue();
        waiting.add(slot);
        if (connection == null) {
            reconnection.schedule();
        } else {
            connection.sendWaiting();
        }
    }

    @Override
    public void cancel(final CallSlot slot) {
        slots.end(slot);
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public RpcCredential credential() {
        return resources.credential;
    }

    @Override
    public Timer newDeadline(final CallSlot slot) {
        return resources.loop.newTimer(() -> expire(slot));
    }

    private void expire(final CallSlot slot) {
        final String reason = ReplyHandler.LATE + ": xid=0x" + Integer.toHexString(slot.sentXid()) + " timeoutNanos="
                + slot.timeoutNanos();
        final ReplyHandler handler = slot.handler;
        if (withdraw(slot, reason)) {
            handler.onFailure(reason);
        }
    }

    /**
     * Withdraws a call that its caller has abandoned. If the call is still waiting to be sent or sent again, it ends
     * immediately and its handler is not called. If the call has been sent, its handler is called when the device has
     * released the call's memory.
     *
     * @return true if the call has ended.
     */
    boolean withdraw(final CallSlot slot, final String reason) {
        if (slot.isQueued() && waiting.remove(slot)) {
            ended(slot, reason);
            slots.end(slot);
            return true;
        }
        if (slot.isUnanswered() && connection != null) {
            connection.withdraw(slot, reason);
        }
        return false;
    }

    /** Returns true if a connection is being established, is established or is ending. */
    boolean hasConnection() {
        return connection != null;
    }

    boolean isConnecting() {
        return connection != null && connection.isOpen() && !isEstablished;
    }

    boolean isConnected() {
        return connection != null && connection.isOpen() && isEstablished;
    }

    boolean isClosed() {
        return closed;
    }

    void onConnected() {
        reconnection.succeeded();
        isEstablished = true;
        established++;
        TransportEvents.connectionBegin(false, connections, remote);
        listener.onConnected();
    }

    private void onReplyTime() {
        if (connection != null) {
            connection.calls.failIfLate();
        }
    }

    long nextSentNumber() {
        return callsSent++;
    }

    void countUnknownReply() {
        unknownReplies++;
    }

    void countRetransmission(final CallSlot slot) {
        retransmissions++;
        TransportEvents.retransmission(remote, slot.sentXid(), slot.tries);
    }

    /** Records the outcome of a call. The failure is null if the call received a reply. */
    void ended(final CallSlot slot, final String failure) {
        if (failure == null) {
            callsAnswered++;
        } else {
            callsFailed++;
        }
        if (slot.event != null) {
            final String outcome = failure == null ? "reply" : failure;
            TransportEvents.endClientCall(slot.event, remote, slot.sentXid(), slot.tries, outcome);
            slot.event = null;
        }
    }

    /** Called when the connection is closed and the device has released all memory. */
    void onClosed(final EndCause cause, final String reason, final HandlerFailures failures) {
        connection = null;
        endedByCause.merge(cause, 1L, Long::sum);
        TransportEvents.connectionEnd(false, connections, remote, reason);
        replyTimer.stop();
        wanted &= resources.tries > 1;
        final ArrayList<CallSlot> ended = takeUnanswered();
        if (wanted) {
            waitAgain(ended);
        }
        final boolean isOver = !wanted || reconnection.failures() >= resources.tries;
        if (isOver) {
            reconnection.giveUp();
            ended.addAll(waiting);
            waiting.clear();
        }
        fail(ended, reason, failures);
        failures.collect(() -> listener.onDisconnected(reason));
        if (wanted && connection == null && !waiting.isEmpty()) {
            reconnection.schedule();
        }
    }

    private ArrayList<CallSlot> takeUnanswered() {
        final ArrayList<CallSlot> unanswered = new ArrayList<>();
        for (final CallSlot slot : slots.sent()) {
            slot.reply.end();
            slot.sendPending = false;
            if (slot.isUnanswered()) {
                unanswered.add(slot);
            } else {
                slots.end(slot);
            }
        }
        return unanswered;
    }

    /**
     * Moves calls that are still awaiting a reply and have tries left to the front of the queue. Repeatable calls come
     * first.
     */
    private void waitAgain(final ArrayList<CallSlot> unanswered) {
        final ArrayDeque<CallSlot> again = new ArrayDeque<>();
        waitAgain(unanswered, again, true);
        waitAgain(unanswered, again, false);
        while (!again.isEmpty()) {
            waiting.addFirst(again.removeLast());
        }
    }

    private void waitAgain(
            final ArrayList<CallSlot> unanswered, final ArrayDeque<CallSlot> again, final boolean repeatable) {
        for (final Iterator<CallSlot> i = unanswered.iterator(); i.hasNext(); ) {
            final CallSlot slot = i.next();
            if (slot.isRepeatable() == repeatable && slot.givenUp() == null && slot.tries < resources.tries) {
                slot.enqueue();
                again.add(slot);
                i.remove();
            }
        }
    }

    /**
     * Reports the failure of calls. All slots are freed before the first handler is called, because handlers may send
     * new calls.
     */
    private void fail(final ArrayList<CallSlot> ended, final String reason, final HandlerFailures failures) {
        final String why =
                resources.tries == 1 || !wanted ? reason : "gave up: tries=" + resources.tries + " last=" + reason;
        final ArrayList<ReplyHandler> handlers = new ArrayList<>(ended.size());
        final ArrayList<String> reasons = new ArrayList<>(ended.size());
        for (final CallSlot slot : ended) {
            ended(slot, slot.givenUp() == null ? reason : slot.givenUp());
            handlers.add(slot.handler);
            reasons.add(slot.givenUp() == null ? why : slot.givenUp());
            slots.end(slot);
        }
        for (int i = 0; i < handlers.size(); i++) {
            failures.tell(handlers.get(i), reasons.get(i));
        }
    }

    int callsOutstanding() {
        return connection == null ? 0 : connection.calls.credits.used();
    }

    int creditsGranted() {
        return connection == null ? 0 : connection.calls.credits.granted();
    }

    ClientFigures figures() {
        final ByteCounts traffic = resources.traffic;
        return new ClientFigures(
                established,
                Collections.unmodifiableMap(new EnumMap<>(endedByCause)),
                creditsGranted(),
                callsOutstanding(),
                waiting.size(),
                callsAnswered,
                callsFailed,
                retransmissions,
                unknownReplies,
                traffic.inlineReceived,
                traffic.inlineSent,
                traffic.readChunks,
                traffic.writeChunks,
                traffic.replyChunks,
                resources.roundTrips == null ? null : resources.roundTrips.figures(resources.loop.nanoTime()));
    }

    void disconnect(final String reason) {
        wanted = false;
        reconnection.cancel();
        if (connection != null) {
            connection.fail(EndCause.CLOSED, reason);
            return;
        }
        final ArrayList<CallSlot> ended = new ArrayList<>(waiting);
        waiting.clear();
        final HandlerFailures failures = new HandlerFailures();
        fail(ended, reason, failures);
        failures.rethrow();
    }

    void close() {
        if (closed) {
            return;
        }
        if (connection != null && connection.isDispatching()) {
            throw new IllegalStateException("close must be called outside handlers: remote=" + remote);
        }
        closed = true;
        try {
            end("the client was closed");
        } finally {
            slots.close();
            resources.close();
        }
    }

    private void end(final String reason) {
        final ClientConnection last = connection;
        try {
            disconnect(reason);
            while (last != null && !last.isClosed() && resources.loop.runOnce(ClientResources.CLOSE_WAIT_NANOS)) {
                continue;
            }
        } finally {
            if (last != null && !last.isClosed()) {
                last.closeNow(EndCause.CLOSED, reason);
            }
        }
    }
}
