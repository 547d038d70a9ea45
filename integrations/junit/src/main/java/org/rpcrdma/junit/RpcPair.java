// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.CallArguments;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;

/**
 * An RPC-over-RDMA server and a connected client, each on its own host.
 *
 * <pre>
 *   client: sim1, 10.98.0.2                       server: sim0, 10.98.0.1, port 20049
 *   RpcRdmaClient  ----------- calls ---------&gt;  RpcRdmaServer --&gt; the service of {@link #serve}
 * </pre>
 *
 * <p>Both use the default settings of their contexts, except that {@link SimulatedRdma} sets the buffer size and the
 * shard size. Calls progress only while the simulation runs, that is, during {@link #call}, {@link #await} or {@code
 * pair.simulation().run()}. The first two wait for threads that are answering deferred calls; {@code run()} does not.
 * The extension closes the server and the client after the test, unless the test has already closed them. If the
 * service never answers a deferred call, the extension reports a leak. Not thread-safe.
 */
public final class RpcPair {
    private static final int PORT = 20_049;
    /** The transaction id of the first call, a value that tests are unlikely to use. */
    private static final int FIRST_XID = 0x7264_0000;
    /**
     * The maximum virtual time to wait for the connection to end, in ns. It exceeds every timeout that applies while a
     * connection ends.
     */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The maximum time, in ns, that virtual time may run ahead of real time while a worker processes a call. */
    private static final long PACE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    /** The maximum time, in ns, to wait for a worker when the simulation has no further events. */
    private static final long WORKER_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Simulation simulation;
    private final Host clientHost;
    private final Host serverHost;
    private final RpcRdmaServer server;
    private final RpcRdmaClient client;
    private RpcService service = call -> {
        throw new IllegalStateException("the test has not set a service: call RpcPair.serve(...)");
    };
    private boolean connected;
    private String endReason;
    private int nextXid = FIRST_XID;

    /** Records the connection's state. */
    private final class Listener implements ClientListener {
        @Override
        public void onConnected() {
            connected = true;
        }

        @Override
        public void onDisconnected(final String reason) {
            connected = false;
            endReason = reason;
        }
    }

    /** Records a call's outcome. */
    private static final class Outcome<T> implements ReplyHandler {
        final Function<? super RpcReply, ? extends T> reader;
        boolean isOver;
        T result;
        RuntimeException thrown;
        String failure;

        Outcome(final Function<? super RpcReply, ? extends T> reader) {
            this.reader = reader;
        }

        @Override
        public void onReply(final RpcReply received) {
            isOver = true;
            try {
                result = reader.apply(received);
            } catch (final RuntimeException e) {
                thrown = e;
            }
        }

        @Override
        public void onFailure(final String reason) {
            isOver = true;
            failure = reason;
        }
    }

    private RpcPair(
            final Simulation simulation, final Host clientHost, final Host serverHost, final SimulatedRdma settings) {
        this.simulation = simulation;
        this.clientHost = clientHost;
        this.serverHost = serverHost;
        server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverHost.device)
                .eventLoop(serverHost.loop)
                .port(PORT)
                .bufferSize(settings.bufferSize())
                .shardSize(settings.shardSize())
                .service(call -> service.onCall(call)));
        client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(clientHost.device)
                .eventLoop(clientHost.loop)
                .remote(new InetSocketAddress(serverHost.device.ipAddress(), PORT))
                .bufferSize(settings.bufferSize())
                .listener(new Listener()));
    }

    static RpcPair connect(
            final Simulation simulation, final Host client, final Host server, final SimulatedRdma settings) {
        final RpcPair pair = new RpcPair(simulation, client, server, settings);
        pair.client.connect();
        pair.await(() -> pair.connected);
        return pair;
    }

    /**
     * Returns the simulation of both sides.
     *
     * @return the test's simulation.
     */
    public Simulation simulation() {
        return simulation;
    }

    /**
     * Returns the server.
     *
     * @return the server on the device sim0; it grants 128 credits.
     */
    public RpcRdmaServer server() {
        return server;
    }

    /**
     * Returns the client.
     *
     * @return the client on the device sim1; it is already connected when the test receives it.
     */
    public RpcRdmaClient client() {
        return client;
    }

    /**
     * Returns the server's device.
     *
     * @return the device sim0. Use its {@link SimulatedDevice#faults()} to inject failures.
     */
    public SimulatedDevice serverDevice() {
        return serverHost.device;
    }

    /**
     * Returns the client's device. Arguments and results are in this device's memory.
     *
     * @return the device sim1.
     */
    public SimulatedDevice clientDevice() {
        return clientHost.device;
    }

    /**
     * Sets the service that answers all further calls. Until a test sets a service, the server answers calls with
     * SYSTEM_ERR.
     *
     * @param answers the service; it is called on the simulation's thread.
     */
    public void serve(final RpcService answers) {
        service = Objects.requireNonNull(answers, "answers");
    }

    /**
     * Runs the simulation until a condition holds. While a deferred call is unanswered, virtual time does not run ahead
     * of real time, because another thread may be working on the answer.
     *
     * @param condition returns true when the simulation can stop.
     * @throws AssertionError if the simulation runs out of events before the condition holds. If a deferred call is
     *                        unanswered, the simulation first waits up to a minute of real time for the answer. If the
     *                        connection was closed, the message gives the reason.
     */
    public void await(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (server.callsDeferred() > 0) {
                awaitWorkers(condition);
            } else if (!simulation.step()) {
                throw ended("");
            }
        }
    }

    /** Keeps virtual time in step with real time until the condition holds or all deferred calls have been answered. */
    private void awaitWorkers(final BooleanSupplier condition) {
        final long ahead = simulation.nanoTime() - System.nanoTime();
        long lastEvent = System.nanoTime();
        while (server.callsDeferred() > 0 && !condition.getAsBoolean()) {
            final long now = System.nanoTime();
            if (simulation.hasEvents() && simulation.nextEventTime() - ahead - now <= PACE_NANOS) {
                simulation.step();
                lastEvent = now;
            } else if (simulation.hasEvents() || now - lastEvent < WORKER_NANOS) {
                LockSupport.parkNanos(PACE_NANOS);
            } else {
                throw ended(unanswered());
            }
        }
    }

    /** Describes the unanswered deferred calls. Returns an empty string if all have been answered. */
    private String unanswered() {
        final int calls = server.callsDeferred();
        return calls == 0 ? "" : "; deferred calls are unanswered: calls=" + calls;
    }

    private AssertionError ended(final String cause) {
        return new AssertionError("the simulation ran out of events before the condition held" + cause
                + (endReason == null ? "" : "; the connection ended: " + endReason));
    }

    /**
     * Calls a procedure and runs the simulation until the reply arrives.
     *
     * @param <T>       the result's type.
     * @param program   the program number.
     * @param version   the program version.
     * @param procedure the procedure number.
     * @param arguments writes the arguments, and sets the memory for arguments that may travel in chunks.
     * @param results   decodes the result while the reply's memory is valid, for example
     *                  {@code reply -> reply.results().getInt()}.
     * @return the result.
     * @throws org.rpcrdma.transport.CallFailedException if the server did not execute the call; {@code results} is not
     *                                                   called in this case.
     * @throws AssertionError                            if no reply arrives; the message contains the reason passed to
     *                                                   {@link ReplyHandler#onFailure}.
     */
    public <T> T call(
            final int program,
            final int version,
            final int procedure,
            final CallArguments arguments,
            final Function<? super RpcReply, ? extends T> results) {
        return outcome(call -> arguments.stage(call, nextXid++, program, version, procedure), reply -> {
            reply.checkCarriedOut();
            return results.apply(reply);
        });
    }

    /**
     * Sends a call message that the test encodes completely, and runs the simulation until the reply arrives.
     *
     * @param stage writes the call message, sets the memory for its arguments and results, and returns the message's
     *              length, as in {@link ClientCall#send}.
     * @return a copy of the reply message; empty if the reply is in the memory of {@link ClientCall#longestReply}.
     * @throws AssertionError if no reply arrives; the message contains the reason passed to
     *                        {@link ReplyHandler#onFailure}.
     */
    public DirectBuffer call(final ToIntFunction<ClientCall> stage) {
        return outcome(stage, reply -> {
            final byte[] message = new byte[reply.messageLength()];
            reply.message().getBytes(reply.messageOffset(), message);
            return new UnsafeBuffer(message);
        });
    }

    private <T> T outcome(final ToIntFunction<ClientCall> stage, final Function<? super RpcReply, ? extends T> reader) {
        final Outcome<T> outcome = new Outcome<>(reader);
        final ClientCall call = client.newCall();
        call.send(stage.applyAsInt(call), outcome);
        await(() -> outcome.isOver);
        if (outcome.failure != null) {
            throw new AssertionError("the call failed: " + outcome.failure + unanswered());
        }
        if (outcome.thrown != null) {
            throw outcome.thrown;
        }
        return outcome.result;
    }

    /**
     * Closes the connection and the listener.
     *
     * @return the number of send buffers that belong to unanswered deferred calls; their memory remains allocated.
     */
    int close() {
        client.close();
        server.close();
        // A timer set by the test may rearm itself forever, so limit the virtual time.
        simulation.runUntil(simulation.nanoTime() + CLOSE_NANOS);
        return server.figures().sendBuffersInUse();
    }
}
