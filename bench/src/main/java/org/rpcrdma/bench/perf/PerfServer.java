// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.agrona.CloseHelper;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;

/**
 * Serves clients of {@code rpcrdma perf}. SENDs, WRITEs and READs use one port, and RPCs use the next port. Requests
 * from clients are validated. Confined to the thread of its event loop.
 */
public final class PerfServer implements Turn, ConnectionManager.ListenHandler, AutoCloseable {
    /** The default port, the same as perftest's. */
    public static final int DEFAULT_PORT = 18_515;

    public static final int MAX_PORT = 65_534;

    /** The idle time after which an RPC client is probed. */
    private static final long IDLE_NANOS = 10_000_000_000L;

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
    /** For each running test, the total number of its connections and the number still open. */
    private final Map<String, int[]> tests = new HashMap<>();

    private long lastEndNanos;
    private String failure;

    /**
     * Creates the server and starts to listen.
     *
     * @param device the device; the caller closes it.
     * @param loop   the device's event loop.
     * @param port   the port, 1 to {@link #MAX_PORT}.
     * @param spins  true to poll while connections exist, false to wait for events.
     * @param log    receives a line when a connection begins or ends.
     */
    public PerfServer(
            final Device device,
            final EventLoop loop,
            final int port,
            final boolean spins,
            final Consumer<String> log) {
        this(device, loop, port, spins, log, context -> context);
    }

    /**
     * Creates the server and starts to listen.
     *
     * @param device the device; the caller closes it.
     * @param loop   the device's event loop.
     * @param port   the port, 1 to {@link #MAX_PORT}.
     * @param spins  true to poll while connections exist, false to wait for events.
     * @param log    receives a line when a connection begins or ends.
     * @param bounds sets the connection limits of the RPC server. The other connections have the same limits, but at
     *               most 256.
     */
    public PerfServer(
            final Device device,
            final EventLoop loop,
            final int port,
            final boolean spins,
            final Consumer<String> log,
            final UnaryOperator<RpcRdmaServer.Context> bounds) {
        this.device = device;
        this.loop = loop;
        this.log = log;
        drive = new Drive(loop, spins);
        lastEndNanos = loop.nanoTime();
        rpcs = new RpcRdmaServer(bounds.apply(new RpcRdmaServer.Context())
                .device(device)
                .eventLoop(loop)
                .port(rpcPort(port))
                .maxPayload(PerfPlan.MAX_RPC_BYTES)
                .idlePeriod(IDLE_NANOS)
                .service(new LoggedEcho())
                .conclude());
        try {
            listener = device.connections().listen(port, loop, this);
        } catch (final RuntimeException e) {
            rpcs.close();
            throw e;
        }
    }

    /** Returns the RPC port that belongs to a port. */
    static int rpcPort(final int port) {
        return port + 1;
    }

    /** Returns the RPC address that belongs to a server's address. */
    static InetSocketAddress rpcAddress(final InetSocketAddress server) {
        return new InetSocketAddress(server.getAddress(), rpcPort(server.getPort()));
    }

    @Override
    public void onEnd(final String reason) {
        failure = reason;
    }

    @Override
    public void onRequest(final ConnectionRequest request) {
        final String client = request.remote().getAddress().getHostAddress();
        try {
            final TestOffer offer = TestOffer.decode(request.privateData());
            checkRoom(client, VerbsEnd.memoryBytes(offer));
            final boolean isPolled = drive.spins() || PerfClient.looksAtMemory(offer.test(), loop);
            final ServedConnection connection =
                    new ServedConnection(device, loop, request, offer, isPolled, this::onEnd);
            served.add(connection);
            begin(connection.describe());
        } catch (final IllegalArgumentException | VerbsException e) {
            log.accept("refused " + client + ": " + e.getMessage());
            request.reject(reason(e.getMessage()));
        }
    }

    private void checkRoom(final String client, final long bytes) {
        final long available = device.memory().available();
        if (bytes > available / 2) {
            throw new IllegalArgumentException(
                    "the server has too little memory for these messages: bytes=" + bytes + " limit=" + available / 2);
        }
        final int most = Math.min(MAX_CONNECTIONS, rpcs.maxConnections());
        if (served.size() >= most) {
            throw new IllegalArgumentException("the server has reached its limit of " + most + " connections");
        }
        final long ofOne =
                served.stream().filter(connection -> connection.isOf(client)).count();
        if (ofOne >= rpcs.maxConnectionsPerAddress()) {
            throw new IllegalArgumentException(
                    "the server has reached its limit of " + ofOne + " connections per address");
        }
    }

    /** Returns a reason, truncated to fit into the private data of a rejection. */
    private static byte[] reason(final String words) {
        final byte[] bytes = words.getBytes(StandardCharsets.US_ASCII);
        return bytes.length <= MAX_REASON ? bytes : Arrays.copyOf(bytes, MAX_REASON);
    }

    private void onEnd(final ServedConnection connection) {
        served.remove(connection);
        lastEndNanos = loop.nanoTime();
        end(connection.describe(), connection.failure());
        connection.close();
    }

    /** Reports a test when its first connection is established. */
    private void begin(final String test) {
        final int[] connections = tests.computeIfAbsent(test, first -> new int[2]);
        if (connections[0]++ == 0) {
            log.accept("serving " + test);
        }
        connections[1]++;
    }

    /** Reports each failure. Also reports the end of a test when its last connection ends. */
    private void end(final String test, final String failure) {
        final int[] connections = tests.get(test);
        if (--connections[1] == 0) {
            tests.remove(test);
        }
        if (failure != null) {
            log.accept("served " + test + ": " + failure);
        } else if (connections[1] == 0) {
            log.accept("served " + test + (connections[0] == 1 ? "" : ": connections=" + connections[0]));
        }
    }

    /** Echoes calls, and reports connecting and disconnecting clients. */
    private final class LoggedEcho implements RpcService {
        private final RpcService echo = new EchoService();

        @Override
        public void onCall(final RpcCall call) {
            echo.onCall(call);
        }

        @Override
        public void onConnect(final RpcConnection connection) {
            begin("rpc by " + connection.remote().getHostString());
        }

        @Override
        public void onDisconnect(final RpcConnection connection, final String reason) {
            end("rpc by " + connection.remote().getHostString(), null);
        }
    }

    /**
     * Serves while a condition holds, which an idle server checks at least ten times per second. Also returns when a
     * simulation has no events left, or when the device is removed.
     */
    public void serve(final BooleanSupplier goesOn) {
        boolean hasEvents = true;
        while (hasEvents && failure == null && goesOn.getAsBoolean()) {
            if (isPolling()) {
                drive.poll(this);
            } else {
                hasEvents = loop.runOnce(STEP_NANOS) || !loop.isVirtual();
            }
        }
    }

    private boolean isPolling() {
        for (int i = 0; i < served.size(); i++) {
            if (served.get(i).isPolled()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the RPC server. */
    public RpcRdmaServer rpcs() {
        return rpcs;
    }

    /** Returns the reason why the server no longer listens, or null if it is still listening. */
    public String failure() {
        return failure;
    }

    /** Returns the time since the last connection ended. */
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

    /** Stops listening and closes all connections. */
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
