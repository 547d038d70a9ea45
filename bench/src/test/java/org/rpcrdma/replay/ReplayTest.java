// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;

class ReplayTest {
    private static final InetSocketAddress SERVER = new InetSocketAddress("10.98.0.1", 20_049);

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice serverDevice = fabric.attach("server0", "10.98.0.1");
    private final SimulatedDevice clientDevice = fabric.attach("client0", "10.98.0.2");
    private final List<Long> latencies = new ArrayList<>();
    private RpcRdmaServer server;
    private RpcRdmaClient.Context clientContext;
    private ReplayClient client;

    @AfterEach
    void giveEverythingBack() {
        client.close();
        server.close();
        clientDevice.close();
        serverDevice.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio", "recall", "own-client"})
    void shouldReplayEveryRpcByteForByte(final String name) throws IOException {
        final Workload workload = workload(name);
        final ReplayService service = new ReplayService(workload);

        replay(workload, service);
        simulation.run();

        assertNull(client.failure());
        assertEquals(workload.rpcs(), client.replies());
        assertEquals(workload.rpcs(), service.calls());
        assertEquals(workload.rpcs(), latencies.size());
        assertEquals(workload.payloadBytes(), client.payloadBytes() + service.payloadBytes());
        assertEquals(0, client.corruptions() + service.corruptions());
        assertTrue(latencies.stream().allMatch(nanos -> nanos > 2_000), "no RPC is faster than the link's two delays");
        assertTrue(client.firstCallNanos() > 0 && client.lastReplyNanos() > client.firstCallNanos());
    }

    @Test
    void shouldCountAByteThatDiffersAnywhere() throws IOException {
        final Workload sent = workload("nfs3");
        final Workload expected = workload("nfs3");
        final Exchange write = first(expected, exchange -> exchange.readData().length > 0);
        final Exchange read = first(expected, exchange -> exchange.written().length > 0);
        final Exchange list = first(expected, exchange -> exchange.replySegments().length > 0);
        flip(write.call());
        flip(write.readData()[3]);
        flip(write.reply());
        flip(read.written()[0]);
        flip(list.reply());
        final ReplayService service = new ReplayService(sent);

        replay(expected, service);
        simulation.run();

        assertEquals(2, service.corruptions(), "the call and its Read segment");
        assertEquals(3, client.corruptions(), "two replies and a Write chunk");
        assertEquals(sent.rpcs(), client.replies());
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs42fio"})
    void shouldHaveAsManyCallsInFlightAsWereCaptured(final String name) throws IOException {
        final Workload workload = workload(name);
        final HoldingService service = new HoldingService(workload);

        replay(workload, service);
        int issued = 0;
        for (int answered = 0; answered < workload.rpcs(); answered++) {
            simulation.run();
            issued = Math.max(issued, issuedAfter(workload, answered));
            assertEquals(issued - answered, service.held.size(), "held after " + answered + " replies");
            service.answerNextOfCapture();
        }
        simulation.run();

        assertEquals(workload.rpcs(), client.replies());
        assertEquals(0, client.corruptions());
    }

    /** Returns the number of calls at the beginning that wait for at most the given number of replies. */
    private static int issuedAfter(final Workload workload, final int replies) {
        int issued = 0;
        while (issued < workload.rpcs() && workload.exchanges().get(issued).repliesAhead() <= replies) {
            issued++;
        }
        return issued;
    }

    @Test
    void shouldNeedNoRegionBeyondThoseAllocatedBeforeItConnects() throws IOException {
        final Workload workload = workload("nfs42fio");
        replay(workload, new ReplayService(workload));
        simulation.run();

        final List<FrmrPool> pools = client.regions().pools();
        assertTrue(pools.size() >= 2, "pools=" + pools.size());
        for (final FrmrPool pool : pools) {
            assertTrue(pool.maxInUse() > 0, pool.key() + " is used");
            assertEquals(pool.pinned(), pool.queued(), pool.key() + " has grown beyond the demand");
        }
    }

    @Test
    void shouldReportWhyAReplayEnded() throws IOException {
        final Workload workload = workload("nfs3");
        replay(workload, RpcCall::refuse);
        simulation.run();

        assertNotNull(client.failure());
        assertEquals(0, client.replies());
    }

    /** Holds every call, and on request answers the call whose reply comes next in the capture. */
    private static final class HoldingService implements RpcService {
        private final SortedMap<Integer, RpcCall> held = new TreeMap<>();
        private final Workload workload;
        private final ReplayService answers;

        HoldingService(final Workload workload) {
            this.workload = workload;
            this.answers = new ReplayService(workload);
        }

        @Override
        public void onCall(final RpcCall call) {
            final Exchange exchange = first(workload, candidate -> candidate.xid() == call.xid());
            held.put(exchange.replyIndex(), call);
        }

        void answerNextOfCapture() {
            answers.onCall(held.remove(held.firstKey()));
        }
    }

    private void replay(final Workload workload, final RpcService service) {
        server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .mapper(DmaShardMapper::new)
                .service(service)
                .conclude());
        final EventLoop loop = clientDevice.newEventLoop();
        clientContext = new RpcRdmaClient.Context()
                .callTimeout(0)
                .device(clientDevice)
                .eventLoop(loop)
                .remote(SERVER)
                .credits(64)
                .maxSegmentBytes(Math.max(1, workload.largestSegment()));
        client = new ReplayClient(workload, clientDevice, loop, clientContext, latencies::add);
        loop.newTimer(client::start).arm(0);
    }

    private static Workload workload(final String name) throws IOException {
        final Path bundled = WorkloadTest.CAPTURES.resolve(name + ".pcap.gz");
        return Workload.read(Files.exists(bundled) ? bundled : WorkloadTest.OTHER_CAPTURES.resolve(name + ".pcap.gz"));
    }

    private static Exchange first(final Workload workload, final Predicate<Exchange> wanted) {
        return workload.exchanges().stream().filter(wanted).findFirst().orElseThrow();
    }

    private static void flip(final byte[] bytes) {
        bytes[bytes.length / 2] ^= 1;
    }
}
