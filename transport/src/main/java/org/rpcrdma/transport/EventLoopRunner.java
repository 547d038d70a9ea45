// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.LangUtil;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;

/**
 * Runs an event loop and, between events, tasks that other threads submit. Either a new thread runs the loop, or the
 * thread that created the runner runs the loop while it waits.
 *
 * <pre>{@code
 * try (EventLoopRunner runner = EventLoopRunner.start("rpc", device.newEventLoop());      a new thread
 *         AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(context, runner)) {
 *     client.connect().join();
 *     ...
 * }
 *
 * EventLoopRunner runner = EventLoopRunner.here(device.newEventLoop());                   the caller's
 * runner.await(client.connect());
 * }</pre>
 *
 * <p>Use {@link #call} to create, use and close objects that belong to the loop, such as {@link
 * org.rpcrdma.transport.server.RpcRdmaServer}. Tasks run one after another and never inside a handler, so they may
 * close an endpoint. A simulation advances while at least one of its loops is running. While it is idle, simulated time
 * passes at about the same speed as real time.
 *
 * <p>{@link #execute}, {@link #call} and {@link #await} are thread-safe.
 */
public final class EventLoopRunner implements Executor, AutoCloseable {
    /** The maximum time to wait for an event, in ns. A new task interrupts the wait. */
    private static final long WAIT_NANOS = 100_000_000;

    /** The maximum time to wait in a simulation, in ns: first in simulated time, then in real time. */
    private static final long STEP_NANOS = 100_000;

    private static final long FAILURE_PAUSE_NANOS = 1_000_000;

    private static final int CHUNK = 256;

    private final EventLoop loop;
    private final Consumer<? super Throwable> failureListener;
    private final MpscUnboundedVarHandleArrayQueue<Runnable> tasks = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final Wakeup wakeup;

    /** The thread that runs the loop. */
    private final Thread owner;

    private final boolean hasOwnThread;

    /** The tasks to run when the loop ends. Used on the loop's thread only. */
    private final Set<Runnable> endTasks = new LinkedHashSet<>();

    /** True while the loop runs a handler or a task. */
    private boolean isBusy;

    private volatile boolean isClosing;
    private volatile boolean isEnded;

    private EventLoopRunner(
            final EventLoop loop, final String threadName, final Consumer<? super Throwable> failureListener) {
        if (loop == null || failureListener == null) {
            throw new IllegalArgumentException(
                    "loop and failure listener are required: loop=" + loop + " failureListener=" + failureListener);
        }
        this.loop = loop;
        this.failureListener = failureListener;
        wakeup = loop.newWakeup(() -> {});
        hasOwnThread = threadName != null;
        owner = hasOwnThread ? new Thread(this::run, threadName) : Thread.currentThread();
        if (hasOwnThread) {
            owner.setDaemon(true);
        }
    }

    /**
     * Starts a daemon thread that runs the loop until {@link #close()}. The runner logs exceptions that handlers and
     * tasks throw.
     *
     * @param threadName the name of the thread.
     * @param loop       the loop; no other thread may run it.
     * @return the runner.
     */
    public static EventLoopRunner start(final String threadName, final EventLoop loop) {
        return start(threadName, loop, EventLoopRunner::log);
    }

    /**
     * Starts a daemon thread that runs the loop until {@link #close()}.
     *
     * @param threadName      the name of the thread.
     * @param loop            the loop; no other thread may run it.
     * @param failureListener receives the exceptions and errors of handlers and tasks, on the loop's thread; the loop
     *                        then continues. If the listener itself throws, the loop ends as if {@link #close()} had
     *                        been called.
     * @return the runner.
     */
    public static EventLoopRunner start(
            final String threadName, final EventLoop loop, final Consumer<? super Throwable> failureListener) {
        if (threadName == null) {
            throw new IllegalArgumentException("threadName is required");
        }
        final EventLoopRunner runner = new EventLoopRunner(loop, threadName, failureListener);
        runner.owner.start();
        return runner;
    }

    /**
     * Creates a runner without its own thread. The loop runs only while the calling thread is in {@link #await} or
     * {@link #close()}. The runner logs exceptions that handlers and other threads' tasks throw.
     *
     * @param loop the loop; no other thread may run it.
     * @return the runner, whose loop belongs to the calling thread.
     */
    public static EventLoopRunner here(final EventLoop loop) {
        return new EventLoopRunner(loop, null, EventLoopRunner::log);
    }

    private static void log(final Throwable failure) {
        System.getLogger("org.rpcrdma.transport")
                .log(System.Logger.Level.ERROR, "a handler or task of an event loop threw an exception", failure);
    }

    /**
     * Returns the event loop.
     *
     * @return the loop that this runner runs.
     */
    public EventLoop loop() {
        return loop;
    }

    /**
     * Returns true if the calling thread runs the loop.
     *
     * @return true on the loop's thread.
     */
    public boolean isOwner() {
        return Thread.currentThread() == owner;
    }

    /**
     * Runs a task on the loop's thread, after all tasks submitted earlier.
     *
     * @param task the task; the runner's listener receives its exceptions.
     * @throws RejectedExecutionException if the runner is closed. If the runner is closed concurrently, the task may
     *                                    still have run.
     */
    @Override
    public void execute(final Runnable task) {
        checkOpen();
        tasks.offer(task);
        if (!isOwner()) {
            wakeup.wake();
            LockSupport.unpark(owner);
        }
        checkOpen();
    }

    private void checkOpen() {
        if (isEnded) {
            throw new RejectedExecutionException("the event loop's runner is closed: thread=" + owner.getName());
        }
    }

    /**
     * Runs a task on the loop's thread and waits for its result. If the calling thread is the loop's thread, it runs
     * the task directly.
     *
     * @param <T>  the type of the result.
     * @param task the task.
     * @return the result of the task.
     * @throws RejectedExecutionException if the runner is closed.
     */
    public <T> T call(final Supplier<T> task) {
        if (isOwner()) {
            return task.get();
        }
        final CompletableFuture<T> result = new CompletableFuture<>();
        execute(() -> {
            try {
                result.complete(task.get());
            } catch (final Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return join(result);
    }

    /**
     * Runs a task on the loop's thread and waits until it has finished. If the calling thread is the loop's thread, it
     * runs the task directly.
     *
     * @param task the task.
     * @throws RejectedExecutionException if the runner is closed.
     */
    public void call(final Runnable task) {
        call(() -> {
            task.run();
            return null;
        });
    }

    /**
     * Waits for a result. If the loop belongs to the calling thread, the thread runs the loop while it waits.
     *
     * @param <T>    the type of the result.
     * @param result a stage that the loop, a task or another thread completes.
     * @return the result.
     * @throws IllegalStateException if called from a handler or a task, because the loop would then wait for itself.
     */
    public <T> T await(final CompletionStage<T> result) {
        final CompletableFuture<T> future = result.toCompletableFuture();
        if (isOwner()) {
            if (isBusy || hasOwnThread) {
                throw new IllegalStateException(
                        "a handler or task must not wait for its own event loop: thread=" + owner.getName());
            }
            while (!future.isDone()) {
                turn();
            }
        }
        return join(future);
    }

    /** Waits for a future. If the task failed, rethrows its exception unwrapped. */
    private static <T> T join(final CompletableFuture<T> result) {
        try {
            return result.join();
        } catch (final CompletionException e) {
            LangUtil.rethrowUnchecked(e.getCause());
            return null;
        }
    }

    private void run() {
        try {
            while (!isClosing) {
                turn();
            }
        } finally {
            end();
        }
    }

    /** Runs the queued tasks, then waits for an event. */
    private void turn() {
        isBusy = true;
        try {
            runTasks();
            if (!isClosing && !runLoop()) {
                pause();
            }
        } finally {
            isBusy = false;
        }
    }

    private void runTasks() {
        Runnable task;
        while ((task = tasks.poll()) != null) {
            try {
                task.run();
            } catch (final Throwable e) {
                failureListener.accept(e);
            }
        }
    }

    private boolean runLoop() {
        try {
            return loop.runOnce(loop.isVirtual() ? STEP_NANOS : WAIT_NANOS);
        } catch (final Throwable e) {
            failureListener.accept(e);
            // Without this pause, a loop that fails repeatedly, such as the loop of a closed device, would spin.
            park(FAILURE_PAUSE_NANOS);
            return false;
        }
    }

    /** Pauses an idle simulation so that other threads can run. */
    private void pause() {
        if (loop.isVirtual() && tasks.isEmpty()) {
            park(STEP_NANOS);
        }
    }

    /**
     * Parks the thread. If the thread is interrupted, it sleeps instead, because parkNanos() would return immediately.
     */
    private static void park(final long nanos) {
        if (!Thread.interrupted()) {
            LockSupport.parkNanos(nanos);
            return;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (final InterruptedException e) {
            // The finally block below restores the interrupt status.
        } finally {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Adds a task that runs once, after the loop has ended. The loop ends when {@link #close()} is called or the
     * failure listener throws. Call this method on the loop's thread, which also runs the task.
     *
     * @param task the task; the runner's listener receives its exceptions.
     */
    public void addEndTask(final Runnable task) {
        endTasks.add(task);
    }

    /**
     * Removes a task that was added by {@link #addEndTask}. Call this method on the loop's thread.
     *
     * @param task the same object; a task that was not added is ignored.
     */
    public void removeEndTask(final Runnable task) {
        endTasks.remove(task);
    }

    /** Runs all remaining tasks, even if the listener throws, and rejects later tasks. */
    private void end() {
        isEnded = true;
        isBusy = true;
        Throwable thrown = null;
        while (!tasks.isEmpty() || !endTasks.isEmpty()) {
            try {
                runTasks();
                runEndTasks();
            } catch (final Throwable e) {
                thrown = thrown == null ? e : thrown;
            }
        }
        isBusy = false;
        if (thrown != null) {
            LangUtil.rethrowUnchecked(thrown);
        }
    }

    private void runEndTasks() {
        while (!endTasks.isEmpty()) {
            final Runnable task = endTasks.iterator().next();
            endTasks.remove(task);
            try {
                task.run();
            } catch (final Throwable e) {
                failureListener.accept(e);
            }
        }
    }

    /**
     * Stops the runner after the queued tasks have run, and waits for its thread to end. Close the loop's objects
     * first. Idempotent.
     *
     * @throws IllegalStateException if called from a handler or a task, or, for a runner that {@link #here} created, if
     * the calling thread is not the thread that created it.
     */
    @Override
    public void close() {
        if (isOwner() == hasOwnThread || isOwner() && isBusy) {
            throw new IllegalStateException("close must be called outside handlers and tasks; a runner without its own "
                    + "thread must be closed by its creator: thread="
                    + Thread.currentThread().getName() + " loop="
                    + owner.getName());
        }
        isClosing = true;
        if (!hasOwnThread) {
            end();
            return;
        }
        wakeup.wake();
        LockSupport.unpark(owner);
        joinThread();
    }

    private void joinThread() {
        boolean wasInterrupted = false;
        while (owner.isAlive()) {
            try {
                owner.join();
            } catch (final InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
