// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertMessage;
import static org.rpcrdma.transport.TransportFixture.SERVER_IP;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.Outcome;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.TransportFixture;
import org.rpcrdma.transport.TransportTest;
import org.rpcrdma.transport.WeakDevice;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.OnDemandCapabilities;

/**
 * Tests the queue depths of svcrdma (net/sunrpc/xprtrdma/svc_rdma_transport.c, accept), and the reduced depths on weak
 * devices.
 */
class ServerDepthsTest extends TransportTest {
    private static final int MEGABYTE = 1 << 20;

    private static ServerDepths of(final int credits, final int batch, final int bufferSize, final int most) {
        return ServerDepths.of(
                credits, batch, bufferSize, MEGABYTE, new DeviceAttributes(most, 32, 1 << 20, 512, 4096));
    }

    @ParameterizedTest
    @CsvSource({
        "64, 7, 4096, 32768,   64, 7, 74, 650, 5",
        "128, 7, 4096, 32768,  128, 7, 138, 1290, 5",
        "64, 7, 65536, 32768,  64, 7, 74, 650, 20",
        "64, 7, 4096, 100,     64, 7, 74, 100, 5",
        "64, 7, 4096, 74,      64, 7, 74, 74, 5",
        "64, 7, 4096, 73,      64, 1, 73, 73, 5",
        "64, 7, 4096, 60,      58, 1, 60, 60, 5",
        "64, 7, 4096, 3,       1, 1, 3, 3, 5",
        "1, 1, 1024, 32768,    1, 1, 5, 14, 4",
        "1, 7, 1024, 10,       1, 1, 10, 10, 4"
    })
    void shouldReckonDepthsFromCredits(
            final int credits,
            final int batch,
            final int bufferSize,
            final int most,
            final int grantedCredits,
            final int grantedBatch,
            final int receiveDepth,
            final int sendDepth,
            final int elements) {
        assertEquals(
                new ServerDepths(grantedCredits, grantedBatch, receiveDepth, sendDepth, elements),
                of(credits, batch, bufferSize, most));
    }

    /**
     * The queue depths of a Linux server with 128 credits and buffers of 4 KB. There are 138 Receives. The send queue
     * has the same number of entries plus 384 transfers times rdma_rw_mr_factor. Each transfer has three requests if
     * the device uses regions. mlx5 uses regions, with one region of 256 pages per megabyte. mlx4 uses READs of 30
     * elements, nine of them per megabyte.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "mlx5,          1048576, 30, 65536, 1290",
        "mlx5 4 MB,     4194304, 30, 65536, 4746",
        "128 KB,        131072,  30, 65536, 1290",
        "siw,           1048576, 6,  256,   1290",
        "short regions, 1048576, 30, 64,    4746",
        "odd payload,   1048577, 30, 256,   2442",
        "mlx4,          1048576, 30, 0,     3594"
    })
    void shouldRequestTheSendQueueOfALinuxServer(
            final String device, final int maxPayload, final int maxSge, final int maxFastRegPages, final int depth) {
        final DeviceAttributes granted = new DeviceAttributes(32_768, maxSge, MEGABYTE, maxFastRegPages, 4096);
        assertEquals(
                new ServerDepths(128, 7, 138, depth, 5), ServerDepths.of(128, 7, 4096, maxPayload, granted), device);
    }

    @Test
    void shouldNotExceedTheDeviceWithTheLargestValues() {
        final DeviceAttributes granted = new DeviceAttributes(32_768, 1, MEGABYTE, 0, 4096);
        assertEquals(
                32_768, ServerDepths.of(16_384, 1024, 4096, 1 << 30, granted).sendDepth());
    }

    @Test
    void shouldTakeAsFewElementsAsTheDeviceGrants() {
        final DeviceAttributes granted = new DeviceAttributes(1000, 2, 1000, 512, 4096);
        assertEquals(2, ServerDepths.of(64, 7, 4096, MEGABYTE, granted).sendElements());
    }

    @Test
    void shouldTakeCompletionQueuesIntoAccount() {
        final DeviceAttributes granted = new DeviceAttributes(1000, 32, 40, 512, 4096);
        assertEquals(new ServerDepths(38, 1, 40, 40, 5), ServerDepths.of(64, 7, 4096, MEGABYTE, granted));
    }

    @ParameterizedTest
    @CsvSource({
        "3, 100, 1, 1",
        "5, 100, 1, 3",
        "40, 1000, 3, 38",
        "1000, 12, 2, 10",
        "100, 100, 5, 98",
        "200, 200, 5, 128"
    })
    void shouldServeOnAWeakDevice(final int maxQpWr, final int maxCqe, final int maxSge, final int credits) {
        final WeakDevice weak = new WeakDevice(maxQpWr, maxCqe, 512, maxSge);
        fixture.connect(TransportFixture::echo, server -> server.device(weak.over(TransportFixture.device(server))));
        final List<Outcome> outcomes = fixture.sendAll(300);
        fixture.run();
        Outcome.assertAllAnsweredInTurn(outcomes);
        assertEquals(credits, fixture.server.credits());
        assertEquals(credits, fixture.client.creditsGranted());
        assertEquals(List.of(), fixture.disconnections);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "5, 5", "16, 16", "255, 16"})
    void shouldRequestAsManyReadsInFlightAsTheDeviceGrants(final int granted, final int asked) {
        final DeviceAttributes attributes =
                new DeviceAttributes(100, 1, 100, 512, 4096, 1, 0, granted, 0, Set.of(), OnDemandCapabilities.NONE);
        final ConnectionParameters server = ConnectionTerms.ofServer(attributes, 4096, 0);
        assertEquals(asked, server.initiatorDepth());
        assertEquals(0, server.responderResources(), "clients read nothing");
        final ConnectionParameters client = ConnectionTerms.ofClient(attributes, 4096, false);
        assertEquals(asked, client.responderResources());
        assertEquals(0, client.initiatorDepth(), "a client reads nothing");
    }

    @Test
    void shouldRefuseADeviceThatCannotHoldOneCredit() {
        final SimulatedDevice device = new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", SERVER_IP);
        final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                .device(new WeakDevice(2, 100, 512).over(device))
                .eventLoop(device.newEventLoop())
                .service(RpcCall::drop);
        assertMessage(
                IllegalArgumentException.class,
                "the device's queues are too short: workRequests=2 limit=3",
                context::conclude);
    }
}
