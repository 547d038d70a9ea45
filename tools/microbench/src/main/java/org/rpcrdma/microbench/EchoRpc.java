// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * How many echo RPCs of 4 KB do both endpoints and both simulated NICs carry out in a second of real time, 32 in flight
 * on one connection? The caller writes the call, the service copies it into the reply, the simulator copies both over
 * the link. At 4,068 bytes a message is 4 KB with its transport header and takes one packet; at 4,096 it takes two.
 *
 * <p>{@code calls} moves bytes: no head of ONC RPC is read or written but the transaction id. {@code procedures} does
 * what programs do: heads, a procedure of {@link RpcPrograms}, arguments and results by reader and writer.
 *
 * <p>The target of {@code calls} is 1,000 ns, 0 B/op; that of {@code procedures} is the time of a service that reads
 * and writes the same by offsets, 0 B/op. In turn, the least CPU time of 300 batches: 1,533 and 1,509 ns, medians'
 * ratio 1.01 (quartiles 0.99 to 1.04), 0 B/op.
 *
 * <p>How to run: {@code ./rpcrdma jmh EchoRpc --gc}
 */
@OperationsPerInvocation(EchoRpc.CALLS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class EchoRpc extends NanosecondBenchmark implements ReplyHandler, ClientListener {
    static final int CALLS = 1024;

    private static final int PROGRAM = 0x2000_0001;
    private static final int ECHO = 1;

    private static final int IN_FLIGHT = 32;
    private static final int INLINE_THRESHOLD = 8192;
    private static final int PORT = 20049;
    private static final String SERVER_ADDRESS = "10.98.0.2";

    /** Bytes of the RPC message. */
    @Param({"4068", "4096"})
    public int messageBytes;

    private final RpcPrograms programs = new RpcPrograms().on(PROGRAM, 1, ECHO, (call, reply) -> {
        final XdrReader in = call.arguments();
        final int at = in.skipOpaque(INLINE_THRESHOLD);
        reply.putOpaque(in.buffer(), at, in.opaqueLength());
    });
    private final RpcService bytes = EchoRpc::echo;
    private final Simulation simulation = new Simulation(1);
    private SimulatedDevice serverDevice;
    private SimulatedDevice clientDevice;
    private RpcRdmaServer server;
    private RpcRdmaClient client;
    private UnsafeBuffer source;
    private RpcService service = bytes;
    private int replyBytes;
    private int xid;
    private int left;

    /** Called by JMH. */
    public EchoRpc() {}

    /** Connects. */
    @Setup(Level.Trial)
    public void connect() {
        source = new UnsafeBuffer(new byte[messageBytes]);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        serverDevice = fabric.attach("sim0", SERVER_ADDRESS);
        clientDevice = fabric.attach("sim1", "10.98.0.3");
        server = new RpcRdmaServer(server(new RpcRdmaServer.Context())
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .port(PORT)
                .bufferSize(INLINE_THRESHOLD)
                .service(call -> service.onCall(call)));
        client = new RpcRdmaClient(client(new RpcRdmaClient.Context())
                .device(clientDevice)
                .eventLoop(clientDevice.newEventLoop())
                .bufferSize(INLINE_THRESHOLD)
                .listener(this)
                .remote(new InetSocketAddress(SERVER_ADDRESS, PORT)));
        client.connect();
        while (client.creditsGranted() < IN_FLIGHT) {
            calls();
        }
    }

    RpcRdmaServer.Context server(final RpcRdmaServer.Context context) {
        return context;
    }

    RpcRdmaClient.Context client(final RpcRdmaClient.Context context) {
        return context;
    }

    /** Closes everything. */
    @TearDown(Level.Trial)
    public void close() {
        client.close();
        server.close();
        simulation.run();
        clientDevice.close();
        serverDevice.close();
    }

    /**
     * Makes 1,024 calls; the client sends a call when an earlier call is answered.
     *
     * @return the last transaction id.
     */
    @Benchmark
    public int calls() {
        return run(bytes, messageBytes);
    }

    /**
     * Makes the same calls through a procedure.
     *
     * @return the last transaction id.
     */
    @Benchmark
    public int procedures() {
        return run(programs, messageBytes - RpcHead.CALL_LENGTH + RpcHead.REPLY_LENGTH);
    }

    private int run(final RpcService carriesOut, final int expected) {
        service = carriesOut;
        replyBytes = expected;
        left = CALLS;
        for (int i = 0; i < IN_FLIGHT; i++) {
            send();
        }
        while (left > 0) {
            simulation.step();
        }
        return xid;
    }

    private void send() {
        final ClientCall call = client.newCall();
        final int data = messageBytes - RpcHead.CALL_LENGTH - Integer.BYTES;
        if (service == programs) {
            final XdrWriter arguments = call.begin(xid++, PROGRAM, 1, ECHO);
            arguments.putOpaque(source, 0, data);
            call.send(arguments.position(), this);
            return;
        }
        call.message().putBytes(0, source, 0, messageBytes);
        call.message().putInt(0, xid++, BIG_ENDIAN);
        call.send(messageBytes, this);
    }

    private static void echo(final RpcCall call) {
        final int length = call.messageLength();
        call.replyMessage().putBytes(0, call.message(), call.messageOffset(), length);
        call.reply(length);
    }

    @Override
    public void onConnected() {
        // the first calls wait for that
    }

    @Override
    public void onDisconnected(final String reason) {
        // closing does that
    }

    @Override
    public void onReply(final RpcReply reply) {
        final int results = replyBytes - RpcHead.REPLY_LENGTH - Integer.BYTES;
        if (reply.messageLength() != replyBytes
                || service == programs && reply.results().getInt() != results) {
            throw new IllegalStateException("messageLength=" + reply.messageLength());
        }
        if (--left >= IN_FLIGHT) {
            send();
        }
    }

    @Override
    public void onFailure(final String reason) {
        throw new IllegalStateException(reason);
    }

    /** Returns the length of a program's results, or -1 if the call was not carried out. */
}
