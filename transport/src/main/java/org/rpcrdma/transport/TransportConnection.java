// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.concurrent.TimeUnit;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * What both ends of a connection have: a queue pair, its completion queues, and an orderly end.
 *
 * <pre>
 *            fail: disconnect,                 nothing posted, nothing outstanding:
 *            queue pair to ERR                 close the queues, give everything back
 *   OPEN -----------------------> CLOSING ---------------------------------------------> CLOSED
 * </pre>
 *
 * <p>While it is CLOSING the flushed work requests come back, and with them their buffers. Of a device that failed, or was removed, they
 * never do: where it refuses to flush, or has not done so after {@link #FLUSH_NANOS}, they are waited for no longer, since closing the queue
 * pair takes them from the device as well. The end is never carried out while
 * one of the connection's own methods is still at work further up the stack. What a handler of the caller throws does not keep
 * the connection from its work: it is thrown on when that is done.
 */
abstract class TransportConnection implements ConnectionHandler, Dispatch {
    /** A device that works flushes within milliseconds; the rest is for a loop that is late. */
    static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int CLOSED = 2;

    /** A flush is the consequence of something that is told later, by an event or a failed completion. */
    private static final int FLUSH = 0;

    /** A disconnection may be the consequence of this side's own failure, which is told later. */
    private static final int EVENT = 1;

    private static final int CAUSE = 2;

    protected QueuePair queuePair;
    protected ConnectionReceives receives;
    protected Connection connection;

    /** What handlers threw; thrown on where the last dispatch ends. */
    protected final HandlerFailures failures = new HandlerFailures();

    private CompletionQueue receiveCompletions;
    private CompletionQueue sendCompletions;
    private CompletionPump receivePump;
    private CompletionPump sendPump;
    private EventLoop loop;

    /** Set while the device flushes; made when it is needed. */
    private Timer flushTimer;

    /** Whether nothing comes back from the device any more. */
    private boolean isLost;

    private int state = OPEN;
    private int dispatches;
    private String closeReason;

    /** How much the reason explains: {@link #FLUSH}, {@link #EVENT} or {@link #CAUSE}. */
    private int closeRank;

    /** A message arrived. */
    abstract void onMessage(long handle, Completions batch, int i);

    /** A send work request that was signaled, or failed, is done with. */
    abstract void onSendDone(long wrId, boolean success);

    /** The connection has begun to close: what waits to be posted is given up. */
    abstract void onClosing();

    /** Whether the device is done with all send work requests. */
    abstract boolean isFlushed();

    /** Whether the caller's code is done with what it was handed of this connection's. */
    boolean isServed() {
        return true;
    }

    /** The queue pair is about to be closed: what a device binds to it is given back. */
    void onClosingQueues() {}

    /** Queues are closed: everything else is given back. */
    abstract void onClosed();

    /**
     * Opens the queues; Receives are the queue pair's own, or those that it shares, where there are any.
     *
     * @param common what it shares, or null.
     */
    final void openQueues(
            final Device device,
            final ProtectionDomain domain,
            final EventLoop ownLoop,
            final Completions batch,
            final int sendDepth,
            final int receiveDepth,
            final int sendElements,
            final SharedReceives common) {

        loop = ownLoop;
        sendPump = new CompletionPump(this, loop, batch, this::onSendCompletion);
        if (common == null) {
            receivePump = new CompletionPump(this, loop, batch, this::onReceiveCompletion);
            receiveCompletions = device.createCompletionQueue(receiveDepth, loop, receivePump);
        }
        sendCompletions = device.createCompletionQueue(sendDepth, loop, sendPump);
        final QueuePairAttributes attributes = common == null
                ? new QueuePairAttributes(sendCompletions, receiveCompletions, sendDepth, receiveDepth, sendElements)
                : new QueuePairAttributes(sendCompletions, common.completions(), sendDepth, receiveDepth, sendElements)
                        .withSharedReceiveQueue(common.queue());
        queuePair = device.connections().createQueuePair(domain, attributes);
        queuePair.onFailure(loop, this::onQueuePairFailure);
        if (receiveCompletions != null) {
            receiveCompletions.arm();
        }
        sendCompletions.arm();
    }

    final void onReceiveCompletion(final Completions batch, final int i) {
        final long handle = batch.wrId(i);
        receives.completed(handle);
        if (batch.status(i) == CompletionStatus.SUCCESS && state == OPEN) {
            onMessage(handle, batch, i);
            return;
        }
        receives.release(handle);
        onStatus("a Receive", batch.status(i));
    }

    /** What the peer asked for failed here: no completion says why. */
    private void onQueuePairFailure(final AsyncEventType event) {
        if (state == OPEN || closeRank < CAUSE) {
            beginDispatch();
            fail("the queue pair failed with " + event, CAUSE);
            endDispatch();
        }
    }

    /** The queue pair takes no more of the Receives that it shares: it has failed, and why is told later. */
    final void onLastReceive() {
        if (state == OPEN) {
            fail("the queue pair failed", FLUSH);
        }
    }

    private void onSendCompletion(final Completions batch, final int i) {
        final int status = batch.status(i);
        onStatus("a send work request", status);
        onSendDone(batch.wrId(i), status == CompletionStatus.SUCCESS);
    }

    /** What fails ends the connection. The queue that is polled first may show the flush before the failure. */
    private void onStatus(final String what, final int status) {
        final int rank = status == CompletionStatus.WR_FLUSH_ERR ? FLUSH : CAUSE;
        if (status != CompletionStatus.SUCCESS && (state == OPEN || rank > closeRank)) {
            fail(what + " ended with " + CompletionStatus.name(status), rank);
        }
    }

    /** Everything that may end the connection stands between this and {@link #endDispatch()}; they nest. */
    @Override
    public final void beginDispatch() {
        dispatches++;
    }

    /**
     * Carries out the end if it has begun, nothing is outstanding any more and no caller is still at work; then throws what
     * handlers threw.
     */
    @Override
    public final void endDispatch() {
        if (--dispatches > 0) {
            return;
        }
        if (state == CLOSING && (isLost || receives.isDrained() && isFlushed())) {
            flushTimer.cancel();
            if (isServed()) {
                closeNow();
            }
        }
        failures.rethrow();
    }

    /** Whether one of its methods, or a handler that one has called, is at work. */
    final boolean isDispatching() {
        return dispatches > 0;
    }

    final boolean isOpen() {
        return state == OPEN;
    }

    final boolean isClosed() {
        return state == CLOSED;
    }

    final String closeReason() {
        return closeReason;
    }

    /** Begins to close; does nothing where that has begun. */
    final void fail(final String reason) {
        if (state == OPEN) {
            fail(reason, CAUSE);
        }
    }

    /** Begins to close, or explains what closing began with. */
    private void fail(final String reason, final int rank) {
        if (state != OPEN) {
            closeReason = rank > closeRank ? reason : closeReason;
            closeRank = Math.max(rank, closeRank);
            return;
        }
        beginDispatch();
        state = CLOSING;
        closeReason = reason;
        closeRank = rank;
        if (connection != null) {
            connection.disconnect();
        }
        flush();
        receives.flush();
        onClosing();
        endDispatch();
    }

    private void flush() {
        flushTimer = loop.newTimer(() -> lose("the device did not flush", EVENT));
        try {
            queuePair.toError();
            flushTimer.arm(FLUSH_NANOS);
        } catch (final VerbsException e) {
            isLost = true;
        }
    }

    /** Closes without waiting for the device, which failed or is gone. */
    final void lose(final String reason) {
        lose(reason, CAUSE);
    }

    private void lose(final String reason, final int rank) {
        beginDispatch();
        isLost = true;
        fail(reason, rank);
        endDispatch();
    }

    /** Carries out the end, whatever is outstanding: closing the queue pair takes it from the device. */
    final void closeNow(final String reason) {
        closeReason = closeReason == null ? reason : closeReason;
        closeNow();
        failures.rethrow();
    }

    /** Whatever a device refuses on the way, everything is done that can be, and calls are told. */
    private void closeNow() {
        state = CLOSED;
        if (flushTimer != null) {
            flushTimer.cancel();
        }
        failures.collect(this::onClosingQueues);
        closeQueues();
        if (receives != null) {
            receives.detach();
        }
        failures.collect(this::onClosed);
    }

    private void closeQueues() {
        if (queuePair != null) {
            failures.collect(queuePair::close);
        }
        if (sendCompletions != null) {
            sendPump.stop();
            failures.collect(sendCompletions::close);
        }
        if (receiveCompletions != null) {
            receivePump.stop();
            failures.collect(receiveCompletions::close);
        }
    }

    @Override
    public void onRejected(final Connection rejected, final String reason) {
        fail("rejected: " + reason, CAUSE);
    }

    @Override
    public void onDisconnected(final Connection ended) {
        fail("disconnected", EVENT);
    }
}
