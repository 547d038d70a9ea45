// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.rpcrdma.replay.EchoService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;

/**
 * Serves clients of {@code rpcrdma perf}: SENDs, WRITEs and READs at a port, RPCs at the next. Clients state their
 * wishes; nothing that they say is trusted.
 */
public final class PerfServer implements Turn, AutoCloseable {
    /** Where it listens if nothing else is said: the port of perftest. */
    public static final int DEFAULT_PORT = 18_515;

    public static final int MAX_PORT = 65_534;

    private static final int MAX_CONNECTIONS = 256;
    private static final int MAX_REASON = 148;
    private static final long STEP_NANOS = 100_000_000;

    private final Device device;
    private final EventLoop loop;
    private final Drive drive;
    private final Consumer<String> log;
    private final RpcRdmaServer rpcs;
    private final AutoCloseable listener;
    private final List<ServedConnection> served = new ArrayList<>();
    private long lastEndNanos;

    /**
     * Begins to listen.
     *
     * @param device stays the caller's, like the loop.
     * @param port   1 to {@link #MAX_PORT}.
     * @param spins  true to poll while there are connections, false to wait for events.
     * @param log    takes a line for each connection that came or went.
     */
    public PerfServer(
            final Device device,
            final EventLoop loop,
            final int port,
            final boolean spins,
            final Consumer<String> log) {
        this.device = device;
        this.loop = loop;
        this.log = log;
        drive = new Drive(loop, spins);
        lastEndNanos = loop.nanoTime();
        rpcs = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(device)
                .eventLoop(loop)
                .port(rpcPort(port))
                .maxPayload(PerfPlan.MAX_RPC_BYTES)
                .service(new EchoService())
                .conclude());
        try {
            listener = device.connections().listen(port, loop, this::onRequest);
        } catch (final RuntimeException e) {
            rpcs.close();
            throw e;
        }
    }

    /** Returns where RPCs are served, beside a port. */
    static int rpcPort(final int port) {
        return port + 1;
    }

    /** Returns where a server listens for RPCs, beside its address. */
    static InetSocketAddress rpcAddress(final InetSocketAddress server) {
        return new InetSocketAddress(server.getAddress(), rpcPort(server.getPort()));
    }

    private void onRequest(final ConnectionRequest request) {
        final String client = request.remote().getAddress().getHostAddress();
        try {
            final TestOffer offer = TestOffer.decode(request.privateData());
            if (served.size() == MAX_CONNECTIONS) {
                throw new IllegalArgumentException("the server has " + MAX_CONNECTIONS + " connections, its limit");
            }
            final ServedConnection connection =
                    new ServedConnection(device, loop, request, offer, drive.spins(), this::onEnd);
            served.add(connection);
            log.accept("serving " + connection.describe());
        } catch (final IllegalArgumentException | VerbsException e) {
            log.accept("refused " + client + ": " + e.getMessage());
            request.reject(reason(e.getMessage()));
        }
    }

    /** Returns words that fit into the private data of a rejection. */
    private static byte[] reason(final String words) {
        final byte[] bytes = words.getBytes(StandardCharsets.US_ASCII);
        return bytes.length <= MAX_REASON ? bytes : Arrays.copyOf(bytes, MAX_REASON);
    }

    private void onEnd(final ServedConnection connection) {
        served.remove(connection);
        lastEndNanos = loop.nanoTime();
        log.accept(
                "served " + connection.describe() + (connection.failure() == null ? "" : ": " + connection.failure()));
        connection.close();
    }

    /**
     * Serves as long as something is so, which is asked ten times a second at least if nothing is going on. Ends, too,
     * when nothing is left to happen in a simulation.
     */
    public void serve(final BooleanSupplier goesOn) {
        boolean hasEvents = true;
        while (hasEvents && goesOn.getAsBoolean()) {
            if (drive.spins() && !served.isEmpty()) {
                drive.poll(this);
            } else {
                hasEvents = loop.runOnce(STEP_NANOS) || !loop.isVirtual();
            }
        }
    }

    /** Returns for how long it has had no connections. */
    public long idleNanos() {
        if (!served.isEmpty() || rpcs.connections() > 0) {
            lastEndNanos = loop.nanoTime();
        }
        return loop.nanoTime() - lastEndNanos;
    }

    @Override
    public int turn() {
        int done = 0;
        for (int i = 0; i < served.size(); i++) {
            done += served.get(i).turn();
        }
        return done;
    }

    /** Ends the listening and all connections. */
    @Override
    public void close() {
        CloseHelper.close(listener);
        served.forEach(ServedConnection::disconnect);
        final long begun = loop.nanoTime();
        while (!served.isEmpty() && loop.nanoTime() - begun < 10 * STEP_NANOS) {
            loop.runOnce(STEP_NANOS);
        }
        served.forEach(ServedConnection::close);
        rpcs.close();
    }
}
