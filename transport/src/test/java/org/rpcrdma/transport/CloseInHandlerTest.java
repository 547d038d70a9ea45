// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.server.RpcRdmaServer;

/**
 * Tests handlers that close their own client or server. The attempt throws an exception and changes nothing, and the
 * client or server continues to work. The fixture checks that a later close releases everything.
 */
class CloseInHandlerTest extends TransportTest {
    private final List<String> refusals = new ArrayList<>();

    private void refused(final Runnable close) {
        try {
            close.run();
            refusals.add("closed");
        } catch (final IllegalStateException e) {
            refusals.add(e.getMessage());
        }
    }

    private void assertRefused() {
        assertEquals(1, refusals.size());
        assertTrue(refusals.get(0).startsWith("close must be called outside handlers"), refusals.get(0));
    }

    private void assertServes(final int xid) {
        assertTrue(fixture.send(fixture.stage(xid, 64), 64, 0).isReply());
    }

    @Test
    void shouldRefuseToCloseAClientInTheHandlerOfAReply() {
        fixture.connect(TransportFixture::echo);
        final Outcome outcome = new Outcome().then(() -> refused(fixture.client::close));
        fixture.stage(1, 64).send(64, outcome);
        fixture.run();
        assertTrue(outcome.isReply());
        assertRefused();
        assertServes(2);
    }

    @Test
    void shouldRefuseToCloseAClientInTheHandlerOfAFailure() {
        fixture.connect(RpcCall::refuse);
        final Outcome outcome = new Outcome().then(() -> refused(fixture.client::close));
        fixture.stage(1, 64).send(64, outcome);
        fixture.run();
        assertEquals(ReplyHandler.REFUSED, outcome.failure);
        assertRefused();
    }

    @Test
    void shouldRefuseToCloseAClientInItsListener() {
        fixture.open(
                TransportFixture::echo,
                server -> server,
                client -> client.listener(TransportFixture.listener(
                        () -> {
                            fixture.onConnected();
                            refused(fixture.client::close);
                        },
                        reason -> {})));
        fixture.connect();
        assertRefused();
        assertServes(1);
    }

    @Test
    void shouldRefuseToCloseAServerInItsService() {
        fixture.connect(call -> {
            if (refusals.isEmpty()) {
                refused(fixture.server::close);
            }
            TransportFixture.echo(call);
        });
        assertServes(1);
        assertRefused();
        assertServes(2);
    }

    @Test
    void shouldRefuseToCloseAServerInItsConnectionListener() {
        final RpcService service = new RpcService() {
            @Override
            public void onCall(final RpcCall call) {
                TransportFixture.echo(call);
            }

            @Override
            public void onConnect(final RpcConnection connection) {
                refused(fixture.server::close);
            }
        };
        fixture.connect(service);
        assertRefused();
        assertServes(1);
    }

    @Test
    void shouldRefuseToCloseAServerThatAnswersInALaterHandler() {
        final RpcRdmaServer[] server = new RpcRdmaServer[1];
        fixture.open(call -> {
            if (refusals.isEmpty()) {
                call.whenDone(() -> refused(server[0]::close));
            }
            TransportFixture.echo(call);
        });
        server[0] = fixture.server;
        fixture.connect();
        assertServes(1);
        assertRefused();
        assertServes(2);
    }
}
