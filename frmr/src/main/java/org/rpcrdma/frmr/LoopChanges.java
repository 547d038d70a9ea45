// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;

/**
 * Runs changes on an event loop's thread while the requesting threads wait. It is used with drivers that may be called
 * only on the loop's thread. Thread-safe.
 */
final class LoopChanges implements Executor {
    private static final int WAIT_SECONDS = 10;

    private final Queue<FutureTask<Void>> changes = new ConcurrentLinkedQueue<>();
    private final Wakeup wakeup;

    /** The thread that created this object or, once the loop has run, the thread that last ran it. */
    private volatile Thread loopThread = Thread.currentThread();

    LoopChanges(final EventLoop loop) {
        wakeup = loop.newWakeup(this::makeAll);
    }

    private void makeAll() {
        loopThread = Thread.currentThread();
        for (FutureTask<Void> change = changes.poll(); change != null; change = changes.poll()) {
            change.run();
        }
    }

    /**
     * Runs a change on the loop's thread and waits for it.
     *
     * @throws IllegalStateException if the loop does not run in time or the calling thread is interrupted. In either
     *                               case, the change has not run.
     */
    @Override
    public void execute(final Runnable change) {
        if (Thread.currentThread() == loopThread) {
            change.run();
            return;
        }
        final FutureTask<Void> asked = new FutureTask<>(change, null);
        changes.add(asked);
        wakeup.wake();
        try {
            asked.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (final ExecutionException e) {
            FrmrPools.rethrow(e.getCause());
        } catch (final TimeoutException | InterruptedException e) {
            asked.cancel(false);
            changes.remove(asked);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException(
                    "ETIMEDOUT: the pools' event loop did not run the change in time: seconds=" + WAIT_SECONDS, e);
        }
    }
}
