// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.device;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.connection.TransportConnection;

/**
 * Tests connections on a device that fails or is removed. Their requests never complete, but the connections end and
 * report the failure.
 */
class LostDeviceTest extends TransportTest {
    private static final int CALLS = 3;
    private static final int LENGTH = 200;
    private static final int BUFFERS = 8;

    private final LosableDevice lost = new LosableDevice();
    private final List<RpcCall> held = new ArrayList<>();

    private List<Outcome> send() {
        fixture.connect();
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 0; xid < CALLS; xid++) {
            fixture.stage(xid, LENGTH).send(LENGTH, Outcome.in(outcomes));
        }
        return outcomes;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndAClientsConnectionWithAllItsCalls(final boolean refuses) {
        fixture.open(held::add, server -> server, client -> client.device(lost.over(device(client))));
        final List<Outcome> outcomes = send();
        fixture.run();
        assertEquals(1, held.size(), "the others wait for a credit");
        lost.lose(refuses);
        final long begun = fixture.simulation.nanoTime();
        fixture.client.disconnect();
        assertEquals(refuses ? 1 : 0, outcomes.get(0).calls, "what refuses is not waited for");
        fixture.run();
        outcomes.forEach(outcome -> assertEquals("the client disconnected", outcome.failure));
        assertEquals(1, fixture.disconnections.size());
        assertTrue(refuses || fixture.simulation.nanoTime() - begun >= TransportConnection.FLUSH_NANOS);
        held.forEach(TransportFixture::echo);
    }

    /** The server is still waiting for the service. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndAServersConnectionOnceItsCallsAreAnswered(final boolean refuses) {
        fixture.open(held::add, server -> server.device(lost.over(device(server))));
        send();
        fixture.run();
        lost.lose(refuses);
        fixture.disconnect();
        assertEquals(1, fixture.server.connections());
        held.forEach(TransportFixture::echo);
        fixture.run();
        assertEquals(0, fixture.server.connections());
        assertEquals("disconnected", fixture.ended.get(0).closeReason());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, BUFFERS})
    void shouldEndAllConnectionsWhenTheDeviceFails(final int sharedReceives) {
        fixture.open(
                TransportFixture::echo,
                server -> server.device(lost.over(device(server))).sharedReceives(sharedReceives));
        fixture.connect();
        lost.lose(true);
        lost.fail();
        assertEquals(0, fixture.server.connections());
        assertEquals(
                "the device failed: event=DEVICE_FATAL", fixture.ended.get(0).closeReason());
    }
}
