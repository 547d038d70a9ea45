// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.replay.EchoProtocol;

/** What tests of services that fail have in common: each call has a service of its own. */
abstract class FailingService {
    final List<String> reported = new ArrayList<>();
    final List<RpcCall> held = new ArrayList<>();
    RpcService next = TransportFixture::echo;
    int done;
    int xid;

    /** Adds the chunks of the next call, with room for its reply if there is to be any. */
    abstract void addChunks(TransportFixture fixture, ClientCall call, int replyChunk);

    /** An ONC RPC call without arguments. */
    final Outcome send(final TransportFixture fixture, final RpcService service, final int replyChunk) {
        final ClientCall call = fixture.client.newCall();
        addChunks(fixture, call, replyChunk);
        return send(fixture, service, call, EchoProtocol.writeNull(call.message(), ++xid));
    }

    final Outcome send(
            final TransportFixture fixture, final RpcService service, final ClientCall call, final int length) {
        next = service;
        return fixture.send(call, length, 0);
    }

    /** On the same connection, which nobody has lost. */
    final void assertServes(final TransportFixture fixture) {
        final Outcome outcome = send(fixture, TransportFixture::echo, 0);
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(List.of(), fixture.disconnections);
        assertEquals(1, fixture.connected);
    }
}
