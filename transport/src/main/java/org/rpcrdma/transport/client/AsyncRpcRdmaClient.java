// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.rpcrdma.transport.CallFailedException;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.connection.Arguments;
import org.rpcrdma.transport.connection.FirstXid;

/**
 * A thread-safe client that wraps an {@link RpcRdmaClient} and returns futures. Calls pass through the queue of an
 * {@link EventLoopRunner} to the event loop. The loop stages and sends the calls in order, up to the number of credits
 * requested. Further calls wait without a send buffer.
 *
 * <pre>{@code
 * try (EventLoopRunner runner = EventLoopRunner.start("rpc", device.newEventLoop());
 *         AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
 *                 new RpcRdmaClient.Context().device(device).remote(server), runner)) {
 *     client.connect().join();
 *     PendingCall<Integer> status = client.call(PROGRAM, VERSION, PUT,
 *             (call, arguments) -> {
 *                 arguments.putInt(1 << 20);
 *                 call.argument(arguments.position(), data, 1 << 20);
 *             },
 *             reply -> reply.results().getInt());
 *     status.orTimeout(5, TimeUnit.SECONDS);
 *     ...
 *     status.released().thenRun(() -> use(data));
 * }
 * }</pre>
 *
 * <p>Futures complete on the event loop's thread. On that thread, their methods {@code join} and {@code get} throw
 * {@link IllegalStateException} instead of waiting forever. Use {@link EventLoopRunner#await} there.
 */
public final class AsyncRpcRdmaClient implements AutoCloseable {
    private static final int XID_LENGTH = 4;

    private final EventLoopRunner runner;
    private final RpcRdmaClient client;

    /** The caller's listener, or a listener that does nothing. */
    private final ClientListener listener;

    /** Calls that have not yet been staged. */
    private final ArrayDeque<AsyncCall<?>> waiting = new ArrayDeque<>();

    /** The task that closes the client if the runner ends first. */
    private Runnable endTask;

    /** The future to be completed by the connection's next event; null if no caller is waiting. */
    private CompletableFuture<Void> connecting;

    /** The number of staged calls that do not yet have an outcome. */
    private int underWay;

    private final int maxQueued;
    private int nextXid;
    private boolean isSending;
    private volatile boolean isClosed;

    /**
     * Creates an unconnected client on the loop's thread.
     *
     * @param context the settings. This constructor sets the event loop to the runner's loop. The listener is optional.
     * @param runner  runs the event loop. The caller owns the runner and closes it after the client. If the runner ends
     *                first, it closes the client so that no call waits forever.
     * @throws IllegalArgumentException         if a number is out of range or a required setting is missing.
     * @throws IllegalStateException            if this JVM denies Agrona access to native memory; the message contains
     *                                          the missing flag.
     * @throws org.rpcrdma.verbs.VerbsException if the device reports an error.
     */
    public AsyncRpcRdmaClient(final RpcRdmaClient.Context context, final EventLoopRunner runner) {
        Arguments.required("context", context);
        Arguments.required("runner", runner);
        this.runner = runner;
        listener = context.listener == null ? new ClientListener() {} : context.listener;
        nextXid = context.firstXid == null ? FirstXid.of(runner.loop()) : context.firstXid;
        maxQueued = context.maxQueued;
        context.eventLoop(runner.loop());
        client = runner.call(() -> {
            final RpcRdmaClient made = new RpcRdmaClient(context, new Connecting());
            endTask = () -> closeOnLoop(made);
            runner.addEndTask(endTask);
            return made;
        });
    }

    /**
     * Starts to connect.
     *
     * @return a future that completes when the connection is established. It fails with {@link CallFailedException} if
     *     the connection cannot be established, or with {@link IllegalStateException} if the client is connected,
     *     connecting or closed.
     */
    public CompletableFuture<Void> connect() {
        final CompletableFuture<Void> connected = new LoopFuture<>(runner);
        orFail(connected, () -> connect(connected));
        return connected;
    }

    /**
     * Returns a future for the connection. Starts to connect, unless the client is connected or connecting. After a
     * connection is lost, the client reconnects automatically.
     *
     * @return a future that completes when a connection is established. It fails with {@link CallFailedException} if
     *     the connection cannot be established, or with {@link IllegalStateException} if the client is closed.
     */
    public CompletableFuture<Void> connection() {
        final CompletableFuture<Void> connected = new LoopFuture<>(runner);
        orFail(connected, () -> joinConnection(connected));
        return connected;
    }

    private void joinConnection(final CompletableFuture<Void> connected) {
        if (client.session.isConnected()) {
            connected.complete(null);
        } else if (connecting != null) {
            connecting.whenComplete((nothing, failure) -> {
                if (failure == null) {
                    connected.complete(null);
                } else {
                    connected.completeExceptionally(failure);
                }
            });
        } else if (client.session.isConnecting()) {
            connecting = connected;
        } else if (client.session.hasConnection()) {
            // The current connection is ending. Wait for the next connection.
            connecting = new CompletableFuture<>();
            connecting.whenComplete((nothing, failure) -> orFail(connected, () -> joinConnection(connected)));
        } else {
            connect(connected);
        }
    }

    private void connect(final CompletableFuture<Void> connected) {
        if (connecting != null) {
            throw new IllegalStateException("client is connecting");
        }
        connecting = connected;
        try {
            client.connect();
        } catch (final Throwable e) {
            connecting = null;
            throw e;
        }
    }

    /** Runs a step on the loop. If the step throws an exception, completes the future exceptionally. */
    private void orFail(final CompletableFuture<Void> outcome, final Runnable step) {
        try {
            runner.execute(() -> {
                try {
                    step.run();
                } catch (final Throwable e) {
                    outcome.completeExceptionally(e);
                }
            });
        } catch (final RejectedExecutionException e) {
            outcome.completeExceptionally(e);
        }
    }

    /**
     * Calls a procedure.
     *
     * @param <T>       the type of the result.
     * @param program   the program number.
     * @param version   the program version.
     * @param procedure the procedure number.
     * @param arguments writes the arguments on the event loop; if it throws an exception, the call fails.
     * @param reader    converts the reply to the result on the event loop, while the reply is in its Receive buffer; if
     *                  it throws an exception, the call fails.
     * @return the call's future. If the server did not execute the call, the future fails with
     *     {@link CallFailedException}, and the reader is not called ({@link RpcReply#checkCarriedOut()}).
     * @throws IllegalArgumentException if the arguments or the reader is null.
     */
    public <T> PendingCall<T> call(
            final int program,
            final int version,
            final int procedure,
            final CallArguments arguments,
            final Function<? super RpcReply, ? extends T> reader) {
        Arguments.required("arguments", arguments);
        Arguments.required("reader", reader);
        return call((call, xid) -> arguments.stage(call, xid, program, version, procedure), reply -> {
            reply.checkCarriedOut();
            return reader.apply(reply);
        });
    }

    /**
     * Sends a call whose entire message is written by the caller.
     *
     * @param <T>    the type of the result.
     * @param stager writes the call on the event loop; if it throws an exception, the call fails.
     * @param reader converts the reply to the result on the event loop, while the reply is in its Receive buffer; if it
     *               throws an exception, the call fails.
     * @return the call's future.
     * @throws IllegalArgumentException if the stager or the reader is null.
     */
    public <T> PendingCall<T> call(final CallStager stager, final Function<? super RpcReply, ? extends T> reader) {
        Arguments.required("stager", stager);
        Arguments.required("reader", reader);
        final AsyncCall<T> call = new AsyncCall<>(this, stager, reader);
        try {
            runner.execute(() -> begin(call));
        } catch (final RejectedExecutionException e) {
            // If the runner was closed concurrently, the task may still have run. In that case, the call ends when the
            // client closes.
            if (call.claim()) {
                call.fail(e);
            }
        }
        return call.pending;
    }

    /**
     * Sends an inline call whose reply is also inline. The maximum length of each message is the inline threshold minus
     * the 28 bytes of the transport header.
     *
     * @param message the RPC call message, at least 4 bytes. The client replaces the first 4 bytes with a transaction
     *                id. The message is copied when it is sent, and must not change before then.
     * @return a future for the RPC reply message.
     * @throws IllegalArgumentException if the message is null or shorter than 4 bytes.
     */
    public PendingCall<byte[]> call(final byte[] message) {
        Arguments.required("message", message);
        Arguments.range("message.length", message.length, XID_LENGTH, Integer.MAX_VALUE);
        return call(
                (call, xid) -> {
                    call.message().putBytes(0, message);
                    call.message().putInt(0, xid, BIG_ENDIAN);
                    return message.length;
                },
                AsyncRpcRdmaClient::bytes);
    }

    private static byte[] bytes(final RpcReply reply) {
        final byte[] bytes = new byte[reply.messageLength()];
        reply.message().getBytes(reply.messageOffset(), bytes);
        return bytes;
    }

    private void begin(final AsyncCall<?> call) {
        if (!call.claim()) {
            return;
        }
        if (isClosed) {
            call.fail(new IllegalStateException("client is closed"));
            return;
        }
        if (waiting.size() >= maxQueued) {
            call.fail(new CallFailedException(
                    "too many calls are waiting for a credit: waiting=" + waiting.size() + " maxQueued=" + maxQueued));
            return;
        }
        waiting.add(call);
        sendWaiting();
    }

    /** Sends waiting calls. Does not recurse if a call ends while it is being sent. */
    private void sendWaiting() {
        if (isSending) {
            return;
        }
        isSending = true;
        try {
            while (!waiting.isEmpty() && underWay < client.session.resources.credits) {
                send(waiting.poll());
            }
        } finally {
            isSending = false;
        }
    }

    private void send(final AsyncCall<?> call) {
        if (call.pending.isDone()) {
            call.pending.release();
            return;
        }
        final CallSlot slot;
        try {
            slot = client.session.newCall();
        } catch (final Throwable e) {
            call.fail(e);
            return;
        }
        underWay++;
        final int length;
        try {
            length = stage(call.stager, slot);
        } catch (final Throwable e) {
            giveBack(call, slot, e);
            return;
        }
        call.slot = slot;
        try {
            slot.send(length, call);
        } catch (final Throwable e) {
            if (call.slot != slot || !slot.isStaging()) {
                // This call has already been sent or has ended. The exception comes from the handler of another call.
                throw e;
            }
            giveBack(call, slot, e);
        }
    }

    private int stage(final CallStager stager, final CallSlot slot) {
        slot.isLent = true;
        try {
            return stager.stage(slot, nextXid++);
        } finally {
            slot.isLent = false;
        }
    }

    /** Reports the failure of a call whose stager has thrown an exception, or that cannot be sent as staged. */
    private void giveBack(final AsyncCall<?> call, final CallSlot slot, final Throwable failure) {
        underWay--;
        call.slot = null;
        if (slot.isStaging()) {
            slot.cancel();
        }
        call.fail(failure);
    }

    EventLoopRunner runner() {
        return runner;
    }

    /** Abandons a call whose future the caller has completed. Thread-safe. */
    void abandon(final AsyncCall<?> call) {
        try {
            runner.execute(() -> withdraw(call));
        } catch (final RejectedExecutionException e) {
            // The client is already closed, so all its calls have ended.
            return;
        }
    }

    private void withdraw(final AsyncCall<?> call) {
        if (waiting.remove(call)) {
            call.pending.release();
        } else if (call.slot != null && client.session.withdraw(call.slot, "cancelled")) {
            call.slot = null;
            call.pending.release();
            ended();
        }
    }

    /** Records that a staged call has an outcome. */
    void ended() {
        underWay--;
        sendWaiting();
    }

    /**
     * Returns the underlying client. Use it for everything except calls, for example for its figures,
     * {@link RpcRdmaClient#keepRegistered} and {@link RpcRdmaClient#disconnect()}. Use it only through
     * {@link EventLoopRunner#call}.
     *
     * @return the client, which must be used on the event loop.
     */
    public RpcRdmaClient client() {
        return client;
    }

    /**
     * Closes the connection and releases all resources, and returns when this is complete. Calls without an outcome
     * fail. Idempotent.
     *
     * @throws IllegalStateException      if called from a handler of the connection.
     * @throws RejectedExecutionException if the runner is ending on its own thread, in which case the runner closes
     *                                    this client.
     */
    @Override
    public void close() {
        if (!isClosed) {
            runner.call(() -> closeOnLoop(client));
        }
    }

    private void closeOnLoop(final RpcRdmaClient made) {
        isSending = true;
        try {
            made.close();
        } finally {
            isSending = false;
            if (made.session.isClosed()) {
                isClosed = true;
                runner.removeEndTask(endTask);
                failWaiting();
            }
        }
    }

    private void failWaiting() {
        AsyncCall<?> call;
        while ((call = waiting.poll()) != null) {
            call.fail(new CallFailedException("the client was closed"));
        }
    }

    /** Handles the connection's events and passes them to the caller's listener. */
    private final class Connecting implements ClientListener {
        @Override
        public void onConnected() {
            final CompletableFuture<Void> connected = connecting;
            connecting = null;
            try {
                listener.onConnected();
            } finally {
                if (connected != null) {
                    connected.complete(null);
                }
            }
        }

        @Override
        public void onDisconnected(final String reason) {
            final CompletableFuture<Void> connected = connecting;
            connecting = null;
            if (connected != null) {
                connected.completeExceptionally(new CallFailedException(reason));
            }
            listener.onDisconnected(reason);
        }
    }
}
