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
 * The part of a connection that clients and servers have in common. It manages a queue pair, its completion queues, and
 * orderly tear-down.
 *
 * <pre>
 *            fail: disconnect,                 nothing posted, nothing outstanding:
 *            queue pair to ERR                 close the queues, release everything
 *   OPEN -----------------------> CLOSING ---------------------------------------------> CLOSED
 * </pre>
 *
 * <p>In the CLOSING state, the device flushes the work requests, which frees their buffers. A failed or removed device
 * never flushes them. If the device refuses to flush, or has not flushed after {@link #FLUSH_NANOS}, the connection
 * stops waiting, because closing the queue pair also cancels the work requests. The connection never completes its
 * tear-down while one of its methods is still on the stack. If a handler throws an exception, the connection first
 * completes its own work and then rethrows the exception.
 */
public abstract class TransportConnection implements ConnectionHandler, CallConnection {
    /**
     * The maximum time to wait for the device to flush, in ns. A working device flushes within milliseconds. The rest
     * of the time is an allowance for a delayed event loop.
     */
    public static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int CLOSED = 2;

    protected ConnectionQueues queues;
    protected ConnectionReceives receives;
    protected Connection connection;

    /** The exceptions of handlers. They are rethrown when the outermost dispatch ends. */
    protected final HandlerFailures failures = new HandlerFailures();

    private EventLoop loop;

    /**
     * The timer for {@link #FLUSH_NANOS}, which is armed while the device is flushing work requests. It is created on
     * first use.
     */
    private Timer flushTimer;

    /** The timer that completes tear-down after an answer. It is created on first use. */
    private Timer endTimer;

    /** True if the device will complete no further work requests. */
    private boolean isLost;

    private int state = OPEN;
    private int dispatches;
    private final EndReason reason = new EndReason();

    /** Called before each completion is handled, with the completion's index in the polled batch. */
    public abstract void onCompletion(int i);

    /** Handles a message that has been received. */
    public abstract void onMessage(long handle, Completions batch, int i);

    /** Handles the completion of a send work request that was signaled or that failed. */
    public abstract void onSendDone(long wrId, boolean success);

    /** Discards waiting requests because the connection has begun to close. */
    public abstract void onClosing();

    /** Returns true if the device has completed all send work requests. */
    public abstract boolean isFlushed();

    /** Returns true if the caller's code does not hold any calls or buffers of this connection. */
    public boolean isServed() {
        return true;
    }

    /**
     * Called when the device no longer uses the connection's resources but the caller's code still does. This method
     * may be called several times.
     */
    public void onUnserved() {}

    /** Releases objects that are bound to the queue pair, which is about to be closed. */
    public void onClosingQueues() {}

    /** Releases all other resources after the queues have been closed. */
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

    /**
     * Handles a device failure, after which no work request completes. A connection without Receives has not been
     * established and never will be.
     */
    private void onDeviceFailure(final AsyncEventType event) {
        if (receives != null) {
            lose(EndCause.DEVICE, "the device failed: event=" + event);
        }
    }

    /**
     * Closes the connection after a request from the peer failed on this side, because no completion reports the
     * failure.
     */
    private void onFailedRequest(final AsyncEventType event) {
        if (state == OPEN || reason.isBelow(EndReason.CAUSE)) {
            beginDispatch();
            fail(EndCause.TRANSPORT, "the queue pair failed with " + event, EndReason.CAUSE);
            endDispatch();
        }
    }

    /** Handles the last shared Receive of a failed queue pair. The reason for the failure is reported later. */
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
     * Closes the connection if a work request failed. The queue that is polled first may report the flush before the
     * other queue reports the failure.
     */
    private void onStatus(final String what, final int status) {
        final int rank = status == CompletionStatus.WR_FLUSH_ERR ? EndReason.FLUSH : EndReason.CAUSE;
        if (status != CompletionStatus.SUCCESS && (state == OPEN || reason.isBelow(rank))) {
            fail(EndCause.TRANSPORT, what + " ended with " + CompletionStatus.name(status), rank);
        }
    }

    /**
     * Begins a dispatch. All code that may close the connection runs between this method and {@link #endDispatch()}.
     * Dispatches can be nested.
     */
    @Override
    public final void beginDispatch() {
        dispatches++;
    }

    /**
     * Ends a dispatch. If this is the outermost dispatch, completes a tear-down in progress, provided that no work
     * requests are outstanding, and then throws the handlers' exceptions.
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
     * Ends the dispatch of an answer. A service may answer in a handler of another event loop on the same thread. If
     * tear-down waited for this loop inside that handler, it would never end. Therefore, a separate event completes the
     * tear-down.
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

    /** Returns true if a method of the connection, or a handler that it called, is on the stack. */
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
        throw new IllegalStateException("reverse calls cannot open a reverse channel");
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

    /** Starts to close the connection, or adds a reason if the connection is already closing. */
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
        failures.collect(receives::flush);
        onClosing();
        endDispatch();
    }

    private void flush() {
        flushTimer = loop.newTimer(
                () -> lose(EndCause.DEVICE, "the device did not flush its work requests", EndReason.EVENT));
        try {
            queues.queuePair().toError();
            flushTimer.arm(FLUSH_NANOS);
        } catch (final VerbsException e) {
            isLost = true;
        }
    }

    /** Closes the connection without waiting for the device, because the device has failed or was removed. */
    public final void lose(final EndCause cause, final String why) {
        lose(cause, why, EndReason.CAUSE);
    }

    private void lose(final EndCause cause, final String why, final int rank) {
        beginDispatch();
        isLost = true;
        fail(cause, why, rank);
        endDispatch();
    }

    /** Completes tear-down even if requests are outstanding. Closing the queue pair cancels them. */
    public final void closeNow(final EndCause cause, final String why) {
        reason.fallBackTo(cause, why);
        closeNow();
        failures.rethrow();
    }

    /**
     * Closes the queues and releases all resources, even if some of these steps fail. All calls fail with the reason
     * for the connection's end.
     */
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
