// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.bench.argument.PerfOptions;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.VerbsException;

class PerfServerTest {
    private static final InetSocketAddress SERVER = new InetSocketAddress("10.98.0.1", PerfServer.DEFAULT_PORT);

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
    private final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");
    private final EventLoop loop = clientDevice.newEventLoop();
    private final List<String> log = new ArrayList<>();
    private PerfServer server;

    @BeforeEach
    void listen() {
        server = new PerfServer(serverDevice, serverDevice.newEventLoop(), PerfServer.DEFAULT_PORT, false, log::add);
    }

    /** A device cannot be closed while any of its objects is open. */
    @AfterEach
    void shouldGiveEverythingBack() {
        server.close();
        simulation.run();
        clientDevice.close();
        serverDevice.close();
    }

    @ParameterizedTest
    @EnumSource(PerfTest.class)
    void shouldMeasureAsManyMessagesAsArePlanned(final PerfTest test) {
        final int queuePairs = test.isLatency() ? 1 : 3;
        final int list = test.isLatency() || test.isRpc() ? 1 : 4;
        final PerfPlan plan = new PerfPlan(test, 300, 500, 0, 10_000, queuePairs, 16, list);

        final PerfRow row = client().run(List.of(plan), null).rows().get(0);

        assertEquals(500L * queuePairs, row.iterations());
        assertTrue(
                test.isLatency()
                        ? row.latencyMicros().min() > 0
                        : row.bandwidth().messagesPerSecond() > 0);
    }

    /** The test behaves as it would in real time. Messages are slow, so that only a few are needed. */
    @Test
    void shouldSendUntilItIsCompiledAheadOfTheMessagesThatCount() {
        fabric.setFaultPlan(FaultPlan.NONE.withReordering(1, 200_000));

        client().run(new PerfOptions().plans(PerfTest.SEND_LAT, false), null);

        assertTrue(simulation.nanoTime() > WarmUp.LEAST_SLICES * WarmUp.SLICE_NANOS);
    }

    @Test
    void shouldServeOneConnectionAfterTheOther() {
        final PerfPlan plan = new PerfPlan(PerfTest.SEND_BW, 64, 10, 0, 0, 1, 4, 1);

        client().run(List.of(plan, plan), null);
        simulation.run();

        assertEquals(
                List.of(
                        "serving send-bw of 64 bytes by 10.98.0.2",
                        "served send-bw of 64 bytes by 10.98.0.2",
                        "serving send-bw of 64 bytes by 10.98.0.2",
                        "served send-bw of 64 bytes by 10.98.0.2"),
                log);
    }

    @ParameterizedTest
    @EnumSource(names = {"SEND_BW", "WRITE_BW", "READ_BW"})
    void shouldCloseTheConnectionsOfAClientThatDied(final PerfTest test) {
        final PerfPlan plan = new PerfPlan(test, 64, 10, 0, 0, 1, 4, 1);
        final VerbsRunner client = new VerbsRunner(clientDevice, loop, new Drive(loop, false), SERVER, plan);
        simulation.runUntil(simulation.nanoTime() + 1_000_000);
        clientDevice.faults().linkDown();
        simulation.runUntil(simulation.nanoTime() + 120_000_000_000L);

        final String words = test.label() + " of 64 bytes by 10.98.0.2";
        assertEquals(
                List.of(
                        "serving " + words,
                        "served " + words + ": the connection to the client was lost: status=RETRY_EXC_ERR"),
                log);
        assertTrue(server.idleNanos() > 0);
        clientDevice.faults().linkUp();
        client.close();
    }

    @Test
    void shouldReportATestOfManyConnectionsInTwoLines() {
        client().run(List.of(new PerfPlan(PerfTest.WRITE_BW, 64, 10, 0, 0, 3, 4, 1)), null);
        client().run(List.of(new PerfPlan(PerfTest.RPC_LAT, 64, 10, 0, 0, 1, 4, 1)), null);
        simulation.run();

        final String words = "write-bw of 64 bytes by 10.98.0.2";
        assertEquals(
                List.of(
                        "serving " + words,
                        "served " + words + ": connections=3",
                        "serving rpc by 10.98.0.2",
                        "served rpc by 10.98.0.2"),
                log);
    }

    @Test
    void shouldReportAMissingServerBeforeAnyTable() {
        serverDevice.faults().linkDown();
        final StringWriter out = new StringWriter();
        final PerfPlan plan = new PerfPlan(PerfTest.SEND_LAT, 64, 10, 0, 0, 1, 4, 1);
        final PerfClient client = client();
        assertSays(IllegalStateException.class, "no answer", () -> client.run(List.of(plan), new PrintWriter(out)));
        assertEquals("", out.toString());
    }

    /** The client does not wait for devices that retry indefinitely, like a UDP device. */
    @Test
    void shouldSoonReportAMissingServer() {
        final Drive drive = new Drive(loop, false);
        final IllegalStateException e = assertThrows(
                IllegalStateException.class,
                () -> Runner.connect(
                        loop, () -> false, isDone -> drive.until(isDone, () -> 0, () -> ""), () -> "connected=0 of 1"));
        assertEquals(
                "no answer in 10 seconds: is rpcrdma perf server running there, and is UDP port 4791 open? connected=0 of 1",
                e.getMessage());
    }

    /** Each of these peers would otherwise have tied up the memory for its messages, up to 128 MB. */
    @Test
    void shouldKeepNothingForPeersThatGiveUpBeforeTheyAreAccepted() {
        final byte[] wishes = new TestOffer(PerfTest.SEND_BW, 1 << 20, 4, 0, 0).encode();
        final String before = serverDevice.resources().toString();
        for (int i = 0; i < 100; i++) {
            server.onRequest(new ConnectionRequest() {
                @Override
                public byte[] privateData() {
                    return wishes;
                }

                @Override
                public InetSocketAddress remote() {
                    return SERVER;
                }

                @Override
                public Connection accept(
                        final QueuePair queuePair,
                        final ConnectionParameters parameters,
                        final EventLoop its,
                        final ConnectionHandler handler) {
                    throw new VerbsException(Errno.EINVAL, "the peer has given up");
                }

                @Override
                public void reject(final byte[] privateData) {}
            });
        }

        assertEquals(before, serverDevice.resources().toString());
        assertEquals("refused 10.98.0.1: EINVAL: the peer has given up", log.get(99));
    }

    @Test
    void shouldRefuseAPeerThatIsNoClientSayingWhy() {
        final ProtectionDomain domain = clientDevice.allocateProtectionDomain();
        final CompletionQueue queue = clientDevice.createCompletionQueue(1, loop, ready -> {});
        final QueuePair queuePair =
                clientDevice.connections().createQueuePair(domain, new QueuePairAttributes(queue, queue, 1, 1, 1));
        final Rejected handler = new Rejected();
        clientDevice
                .connections()
                .connect(SERVER, queuePair, new ConnectionParameters(new byte[8], 1, 7, 7), loop, handler);

        simulation.run();

        assertTrue(handler.reason.contains("the client is not rpcrdma perf"), handler.reason);
        assertEquals(List.of("refused 10.98.0.2: the client is not rpcrdma perf"), log);
        queuePair.close();
        queue.close();
        domain.close();
    }

    @Test
    void shouldRefuseAnOptionBeyondItsLimitNamingBoth() {
        assertMessage(
                RuntimeException.class,
                "size must be 1 to 1,048,576 for rpc-bw: size=2097152",
                () -> new PerfPlan(PerfTest.RPC_BW, 2 << 20, 1, 0, 0, 1, 1, 1));
    }

    private PerfClient client() {
        return new PerfClient(clientDevice, loop, SERVER, false);
    }

    /** Records the reason for a rejection. */
    private static final class Rejected implements ConnectionHandler {
        private String reason;

        @Override
        public void onEstablished(final Connection connection, final byte[] privateData) {
            throw new IllegalStateException("established");
        }

        @Override
        public void onRejected(final Connection connection, final String words) {
            reason = words;
        }

        @Override
        public void onDisconnected(final Connection connection) {
            throw new IllegalStateException("disconnected");
        }
    }
}
