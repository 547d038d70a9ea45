// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.util.concurrent.TimeUnit;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * A connection as both ends have it: a queue pair, its completion queues, and an orderly end.
 *
 * <pre>
 *            fail: disconnect,                 nothing posted, nothing outstanding:
 *            queue pair to ERR                 close the queues, give everything back
 *   OPEN -----------------------> CLOSING ---------------------------------------------> CLOSED
 * </pre>
 *
 * <p>While it is CLOSING the flushed work requests come back, and with them their buffers. Of a device that failed, or
 * was removed, they never do: if it refuses to flush, or has not done so after {@link #FLUSH_NANOS}, they are waited
 * for no longer, since closing the queue pair takes them from the device as well. The end is never carried out while
 * one of the connection's own methods is still at work further up the stack. An exception of the caller's handler does
 * not keep the connection from its work: it is rethrown when that is done.
 */
public abstract class TransportConnection implements ConnectionHandler, CallConnection {
    /** A device that works flushes within milliseconds; the rest is for a loop that is late. */
    public static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int CLOSED = 2;

    protected ConnectionQueues queues;
    protected ConnectionReceives receives;
    protected Connection connection;

    /** Exceptions of handlers; rethrown when the outermost dispatch ends. */
    protected final HandlerFailures failures = new HandlerFailures();

    private EventLoop loop;

    /** Set while the device flushes; made on first use. */
    private Timer flushTimer;

    /** Carries out the end after an answer; made on first use. */
    private Timer endTimer;

    /** True if nothing comes back from the device any more. */
    private boolean isLost;

    private int state = OPEN;
    private int dispatches;
    private final EndReason reason = new EndReason();

    /** Called ahead of each completion, with its place among those that were polled together. */
    public abstract void onCompletion(int i);

    /** A message arrived. */
    public abstract void onMessage(long handle, Completions batch, int i);

    /** A send work request that was signaled, or failed, is done with. */
    public abstract void onSendDone(long wrId, boolean success);

    /** Gives up waiting requests: the connection has begun to close. */
    public abstract void onClosing();

    /** Returns true if the device is done with all send work requests. */
    public abstract boolean isFlushed();

    /** Returns true if the caller's code holds no calls or buffers of this connection any more. */
    public boolean isServed() {
        return true;
    }

    /** The device has nothing of the connection's any more, but the caller's code has. Called several times. */
    public void onUnserved() {}

    /** Gives back objects that a device binds to the queue pair, which is about to be closed. */
    public void onClosingQueues() {}

    /** Queues are closed: everything else is given back. */
    public abstract void onClosed();

    /** Opens the queues. */
    public final void openQueues(final QueueSettings settings) {
        loop = settings.loop();
        queues = new ConnectionQueues(settings, this, this::onSendCompletion, this::onReceiveCompletion);
        queues.open(this::onQueuePairFailure);
    }

    public final void onReceiveCompletion(final Completions batch, final int i) {
        onCompletion(i);
        final long handle = batch.wrId(i);
        receives.completed(handle);
        if (batch.status(i) == CompletionStatus.SUCCESS && state == OPEN) {
            onMessage(handle, batch, i);
            return;
        }
        receives.release(handle);
        onStatus("a Receive", batch.status(i));
    }

    private void onQueuePairFailure(final AsyncEventType event) {
        switch (event) {
            case QP_LAST_WQE_REACHED -> receives.onLastReceive();
            case DEVICE_FATAL -> onDeviceFailure(event);
            default -> onFailedRequest(event);
        }
    }

    /** Nothing comes back from the device any more. A connection without Receives is not there yet, and will not be. */
    private void onDeviceFailure(final AsyncEventType event) {
        if (receives != null) {
            lose(EndCause.DEVICE, "the device failed: event=" + event);
        }
    }

    /** Ends the connection if the peer's request failed here: no completion reports it. */
    private void onFailedRequest(final AsyncEventType event) {
        if (state == OPEN || reason.isBelow(EndReason.CAUSE)) {
            beginDispatch();
            fail(EndCause.TRANSPORT, "the queue pair failed with " + event, EndReason.CAUSE);
            endDispatch();
        }
    }

    /** The queue pair takes no more of the Receives that it shares: it has failed; the reason is reported later. */
    public final void onLastReceive() {
        if (state == OPEN) {
            fail(EndCause.TRANSPORT, "the queue pair failed", EndReason.FLUSH);
        }
    }

    private void onSendCompletion(final Completions batch, final int i) {
        onCompletion(i);
        final int status = batch.status(i);
        onStatus("a send work request", status);
        onSendDone(batch.wrId(i), status == CompletionStatus.SUCCESS);
    }

    /**
     * Ends the connection if a work request failed. The queue that is polled first may show the flush before the
     * failure.
     */
    private void onStatus(final String what, final int status) {
        final int rank = status == CompletionStatus.WR_FLUSH_ERR ? EndReason.FLUSH : EndReason.CAUSE;
        if (status != CompletionStatus.SUCCESS && (state == OPEN || reason.isBelow(rank))) {
            fail(EndCause.TRANSPORT, what + " ended with " + CompletionStatus.name(status), rank);
        }
    }

    /** Everything that may end the connection stands between this and {@link #endDispatch()}; they nest. */
    @Override
    public final void beginDispatch() {
        dispatches++;
    }

    /**
     * Carries out the end if it has begun, nothing is outstanding any more and no caller is still at work; then throws
     * the handlers' exceptions.
     */
    @Override
    public final void endDispatch() {
        if (--dispatches > 0) {
            return;
        }
        if (isOver()) {
            flushTimer.cancel();
            if (isServed()) {
                closeNow();
            } else {
                onUnserved();
            }
        }
        failures.rethrow();
    }

    private boolean isOver() {
        return state == CLOSING && (isLost || receives.isDrained() && isFlushed());
    }

    /**
     * Ends the dispatch of an answer. A service may answer in a handler of another event loop of the same thread, where
     * nothing of this loop's can be awaited: the end is carried out by an event of its own.
     */
    @Override
    public final void endAnswer() {
        if (--dispatches > 0) {
            return;
        }
        if (isOver()) {
            if (endTimer == null) {
                endTimer = loop.newTimer(this::endOnLoop);
            }
            endTimer.arm(0);
        }
        failures.rethrow();
    }

    private void endOnLoop() {
        beginDispatch();
        endDispatch();
    }

    /** Returns true if one of its methods, or a handler that one has called, is at work. */
    public final boolean isDispatching() {
        return dispatches > 0;
    }

    @Override
    public final boolean isOpen() {
        return state == OPEN;
    }

    public final boolean isClosed() {
        return state == CLOSED;
    }

    @Override
    public final String closeReason() {
        return reason.toString();
    }

    @Override
    public final EndCause endCause() {
        return reason.cause();
    }

    @Override
    public final HandlerFailures failures() {
        return failures;
    }

    @Override
    public boolean post(final SendRequests chain, final String what) {
        try {
            queues.queuePair().postSend(chain);
            return true;
        } catch (final VerbsException e) {
            fail(EndCause.RESOURCES, what + " cannot be posted: " + e.getMessage());
            return false;
        }
    }

    @Override
    public final void releaseReceive(final long handle) {
        receives.release(handle);
        topUp();
    }

    @Override
    public ReverseChannel reverseChannel() {
        throw new IllegalStateException("a reverse call has no reverse channel");
    }

    @Override
    public void onLastLateAnswer() {}

    /** Posts the Receives that are due. */
    public final void topUp() {
        if (isOpen()) {
            try {
                receives.topUp();
            } catch (final VerbsException e) {
                fail(EndCause.RESOURCES, "Receives cannot be posted: " + e.getMessage());
            }
            onReceivesPosted();
        }
    }

    /** Called when Receives may have been posted. */
    public void onReceivesPosted() {}

    @Override
    public final void fail(final EndCause cause, final String why) {
        if (state == OPEN) {
            fail(cause, why, EndReason.CAUSE);
        }
    }

    /** Begins to close, or adds the reason to a close that has begun. */
    private void fail(final EndCause cause, final String why, final int rank) {
        reason.explain(cause, why, rank);
        if (state != OPEN) {
            return;
        }
        beginDispatch();
        state = CLOSING;
        if (connection != null) {
            connection.disconnect();
        }
        flush();
        receives.flush();
        onClosing();
        endDispatch();
    }

    private void flush() {
        flushTimer = loop.newTimer(() -> lose(EndCause.DEVICE, "the device did not flush", EndReason.EVENT));
        try {
            queues.queuePair().toError();
            flushTimer.arm(FLUSH_NANOS);
        } catch (final VerbsException e) {
            isLost = true;
        }
    }

    /** Closes without waiting for the device, which failed or is gone. */
    public final void lose(final EndCause cause, final String why) {
        lose(cause, why, EndReason.CAUSE);
    }

    private void lose(final EndCause cause, final String why, final int rank) {
        beginDispatch();
        isLost = true;
        fail(cause, why, rank);
        endDispatch();
    }

    /** Carries out the end, whatever is outstanding: closing the queue pair takes it from the device. */
    public final void closeNow(final EndCause cause, final String why) {
        reason.fallBackTo(cause, why);
        closeNow();
        failures.rethrow();
    }

    /** Whatever a device refuses on the way, everything is done that can be, and calls fail with the reason. */
    private void closeNow() {
        state = CLOSED;
        if (flushTimer != null) {
            flushTimer.cancel();
        }
        if (endTimer != null) {
            endTimer.cancel();
        }
        failures.collect(this::onClosingQueues);
        if (queues != null) {
            queues.close(failures);
        }
        if (receives != null) {
            receives.detach();
        }
        failures.collect(this::onClosed);
    }

    @Override
    public void onRejected(final Connection rejected, final String why) {
        fail(EndCause.REJECTED, "rejected: " + why, EndReason.CAUSE);
    }

    @Override
    public void onDisconnected(final Connection ended) {
        fail(EndCause.DISCONNECTED, "disconnected", EndReason.EVENT);
    }
}
