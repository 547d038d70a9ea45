// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.transport.program.EchoProtocol;

/** The base class for tests of services that fail. Each call has its own service. */
abstract class FailingService extends TransportTest {
    final List<String> reported = new ArrayList<>();
    final List<RpcCall> held = new ArrayList<>();
    RpcService next = TransportFixture::echo;
    int done;
    int xid;

    /** Adds the chunks of the next call, including a Reply chunk unless its length is 0. */
    abstract void addChunks(ClientCall call, int replyChunk);

    /** Sends an ONC RPC call without arguments. */
    final Outcome send(final int replyChunk, final RpcService service) {
        final ClientCall call = fixture.client.newCall();
        addChunks(call, replyChunk);
        return send(call, EchoProtocol.writeNull(call.message(), ++xid), service);
    }

    final Outcome send(final ClientCall call, final int length, final RpcService service) {
        next = service;
        return fixture.send(call, length, 0);
    }

    /** Asserts that the same connection continues to serve calls. */
    final void assertServes() {
        send(0, TransportFixture::echo).answered();
        assertEquals(List.of(), fixture.disconnections);
        assertEquals(1, fixture.connected);
    }
}
