// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.transport.Outcome;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.TransportFixture;
import org.rpcrdma.transport.WeakDevice;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.OnDemandCapabilities;

/**
 * What svcrdma reckons with (net/sunrpc/xprtrdma/svc_rdma_transport.c, accept), and what is left of it on weak devices.
 */
class ServerDepthsTest {
    private static ServerDepths of(final int credits, final int batch, final int bufferSize, final int most) {
        return ServerDepths.of(credits, batch, bufferSize, new DeviceAttributes(most, 32, 1 << 20, 512, 4096));
    }

    @ParameterizedTest
    @CsvSource({
        "64, 7, 4096, 32768,   64, 7, 74, 266, 5",
        "128, 7, 4096, 32768,  128, 7, 138, 522, 5",
        "64, 7, 65536, 32768,  64, 7, 74, 266, 20",
        "64, 7, 4096, 100,     64, 7, 74, 100, 5",
        "64, 7, 4096, 74,      64, 7, 74, 74, 5",
        "64, 7, 4096, 73,      64, 1, 73, 73, 5",
        "64, 7, 4096, 60,      58, 1, 60, 60, 5",
        "64, 7, 4096, 3,       1, 1, 3, 3, 5",
        "1, 1, 1024, 32768,    1, 1, 5, 8, 4",
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

    @Test
    void shouldTakeAsFewElementsAsTheDeviceGrants() {
        final DeviceAttributes granted = new DeviceAttributes(1000, 2, 1000, 512, 4096);
        assertEquals(2, ServerDepths.of(64, 7, 4096, granted).sendElements());
    }

    @Test
    void shouldTakeCompletionQueuesIntoAccount() {
        final DeviceAttributes granted = new DeviceAttributes(1000, 32, 40, 512, 4096);
        assertEquals(new ServerDepths(38, 1, 40, 40, 5), ServerDepths.of(64, 7, 4096, granted));
    }

    @ParameterizedTest
    @CsvSource({"3, 100, 1, 1", "5, 100, 1, 3", "40, 1000, 3, 38", "1000, 12, 2, 10", "100, 100, 5, 64"})
    void shouldServeOnAWeakDevice(final int maxQpWr, final int maxCqe, final int maxSge, final int credits) {
        final WeakDevice weak = new WeakDevice(maxQpWr, maxCqe, 512, maxSge);
        try (TransportFixture fixture = new TransportFixture(
                        TransportFixture::echo,
                        server -> server.device(weak.over(TransportFixture.device(server))),
                        client -> client)
                .connect()) {
            final List<Outcome> outcomes = fixture.sendAll(300);
            fixture.simulation.run();
            Outcome.assertAllAnsweredInTurn(outcomes);
            assertEquals(credits, fixture.server.credits());
            assertEquals(credits, fixture.client.creditsGranted());
            assertEquals(List.of(), fixture.disconnections);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "5, 5", "16, 16", "255, 16"})
    void shouldAskForAsManyReadsInFlightAsTheDeviceGrants(final int granted, final int asked) {
        final DeviceAttributes attributes = new DeviceAttributes(
                100, 1, 100, 512, 4096, 1, 0, 0, granted, 0, 0, 0, Set.of(), OnDemandCapabilities.NONE);
        final ConnectionParameters server = ConnectionTerms.ofServer(attributes, 4096, 0);
        assertEquals(asked, server.initiatorDepth());
        assertEquals(0, server.responderResources(), "clients read nothing");
        final ConnectionParameters client = ConnectionTerms.ofClient(attributes, 4096, false);
        assertEquals(asked, client.responderResources());
        assertEquals(0, client.initiatorDepth(), "a client reads nothing");
    }

    @Test
    void shouldRefuseADeviceThatCannotHoldOneCredit() {
        final SimulatedDevice device =
                new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", TransportFixture.SERVER_IP);
        final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                .device(new WeakDevice(2, 100, 512).over(device))
                .eventLoop(device.newEventLoop())
                .service(RpcCall::drop);
        assertEquals(
                "the device's queues are too short: workRequests=2 limit=3",
                assertThrows(IllegalArgumentException.class, context::conclude).getMessage());
    }
}
