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
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * Measures how many 4 KB echo RPCs both endpoints and both simulated NICs execute per second of real time, with 32
 * calls in flight on one connection. The caller writes the call, the service copies it into the reply, and the
 * simulator copies both messages over the link. With 4,068 bytes, a message including its transport header is 4 KB long
 * and fits into one packet. With 4,096 bytes it requires two packets.
 *
 * <p>{@code calls} only moves bytes. It reads and writes no part of the ONC RPC header except the transaction id.
 * {@code procedures} does what programs do: it uses ONC RPC headers, a procedure of {@link RpcPrograms}, and a reader
 * and a writer for arguments and results.
 *
 * <p>The targets are 0 B/op for both. For {@code calls} the time target is 1,000 ns. For {@code procedures} it is the
 * time of a service that reads and writes the same data by offsets. When the two ran alternately, their minimum CPU
 * times over 300 batches were 1,533 and 1,509 ns. The ratio of the medians was 1.01 (quartiles 0.99 to 1.04). Both
 * allocated 0 B/op.
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
    private static final int PAGE = 4096;
    private static final String SERVER_ADDRESS = "10.98.0.2";

    /** The length of the RPC message, in bytes. */
    @Param({"4068", "4096"})
    public int messageBytes;

    private final RpcPrograms programs = new RpcPrograms().on(PROGRAM, 1, ECHO, (call, reply) -> {
        final XdrReader in = call.arguments();
        final int at = in.skipOpaque(INLINE_THRESHOLD);
        reply.putOpaque(in.buffer(), at, in.opaqueLength());
    });
    private final RpcService bytes = EchoRpc::echo;
    private final RpcService byChunk = new EchoService();
    private final Simulation simulation = new Simulation(1);
    private SimulatedDevice serverDevice;
    private SimulatedDevice clientDevice;
    private RpcRdmaServer server;
    private RpcRdmaClient client;
    private UnsafeBuffer source;
    /** The data of calls that use chunks, followed by the memory for their results. */
    private MemoryBlock chunk;

    private RpcService service = bytes;
    private long events;
    private int replyBytes;
    private int xid;
    private int left;

    /** Creates the benchmark; called by JMH. */
    public EchoRpc() {}

    /** Connects the client and the server. */
    @Setup(Level.Trial)
    public void connect() {
        source = new UnsafeBuffer(new byte[messageBytes]);
        events = 0;
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
        chunk = clientDevice.memory().allocate(2L * messageBytes, PAGE);
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

    /** Closes all objects. */
    @TearDown(Level.Trial)
    public void close() {
        client.close();
        server.close();
        simulation.run();
        chunk.close();
        clientDevice.close();
        serverDevice.close();
    }

    /**
     * Makes 1,024 calls. The client sends a new call whenever a call has been answered.
     *
     * @return the last transaction id.
     */
    @Benchmark
    public int calls() {
        return run(bytes, messageBytes);
    }

    /**
     * Calls a procedure the same number of times.
     *
     * @return the last transaction id.
     */
    @Benchmark
    public int procedures() {
        return run(programs, messageBytes - RpcHead.CALL_LENGTH + RpcHead.REPLY_LENGTH);
    }

    /**
     * Makes calls of {@link EchoProtocol}. Their data is in a Read chunk, and their results go into a Write chunk.
     *
     * @return the last transaction id.
     */
    int chunks() {
        return run(byChunk, RpcHead.REPLY_LENGTH + 2 * Integer.BYTES);
    }

    /** Returns the number of events that the simulation has processed since the first call. */
    long events() {
        return events;
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
            events++;
        }
        return xid;
    }

    private void send() {
        final ClientCall call = client.newCall();
        if (service == byChunk) {
            call.readSegment(EchoProtocol.DATA, chunk.address(), messageBytes);
            call.beginWriteChunk();
            call.writeSegment(chunk.address() + messageBytes, messageBytes);
            call.send(EchoProtocol.writeEchoOfChunk(call.message(), xid++, messageBytes, 0), this);
            return;
        }
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
        // The first calls wait until the connection is established.
    }

    @Override
    public void onDisconnected(final String reason) {
        // Closing the client causes the disconnection.
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
}
