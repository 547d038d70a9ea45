// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.wire.CmPrivateData;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

class RemoteInvalidationTest extends TransportTest {
    private static final int ALL = Access.LOCAL_WRITE | Access.REMOTE_READ | Access.REMOTE_WRITE;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[4096]);
    private final List<RpcCall> held = new ArrayList<>();

    /** Connects a peer that allows remote invalidation of its keys. */
    private RawPeer connect() {
        final byte[] data = new byte[CmPrivateData.LENGTH];
        CmPrivateData.write(new UnsafeBuffer(data), 0, true, 4096, 4096);
        final RawPeer peer = new RawPeer(fixture.clientDevice, data);
        peer.connect();
        fixture.run();
        assertTrue(peer.connected);
        return peer;
    }

    /** Sends a call with a Write chunk that has the given key. */
    private void send(final RawPeer peer, final int xid, final int key) {
        final int length = new RpcRdmaHeaderWriter()
                .wrap(bytes, 0, 4096)
                .begin(xid, 8, RpcRdmaHeader.RDMA_MSG)
                .writeChunk()
                .segment(key, 1000, 0x10000)
                .finish();
        peer.send(bytes, length + 40);
        fixture.run();
    }

    private void answer(final int call, final int pattern) {
        held.get(call).writeChunk(0, 1000).setMemory(0, 1000, (byte) pattern);
        held.get(call).reply(40);
        fixture.run();
    }

    /** Two calls use the same key. The first reply invalidates it, so the second call cannot be answered. */
    @Test
    void shouldDisconnectAPeerThatUsesAKeyInSeveralCalls() {
        fixture.connect(held::add);
        final RawPeer peer = connect();
        final FastRegisterRegion region = peer.grantUntilInvalidated(1, 0x10000, ALL);
        send(peer, 1, region.key());
        send(peer, 2, region.key());
        answer(0, 0x11);
        assertEquals(List.of(region.key()), peer.invalidated);
        assertFalse(peer.disconnected);
        answer(1, 0x22);
        assertTrue(peer.disconnected);
        assertEquals(
                "a send work request ended with REM_ACCESS_ERR",
                fixture.ended.get(0).closeReason());
        assertEquals(0x11, peer.memory.getByte(999), "the memory is the peer's again");
        assertServes();
        peer.disconnect();
        region.close();
        peer.close();
    }

    /** Keys of this kind cannot be invalidated. The attempt fails and terminates the peer's connection. */
    @Test
    void shouldDisconnectAPeerWhoseKeyCannotBeInvalidated() {
        fixture.connect(held::add);
        final RawPeer peer = connect();
        final MemoryRegion region = peer.grant(fixture.address(0), 4096, 0x10000, ALL);
        send(peer, 1, region.rkey());
        answer(0, 0x11);
        assertTrue(peer.disconnected);
        assertEquals(1, fixture.server.connections());
        assertServes();
        peer.disconnect();
        region.close();
        peer.close();
    }

    private void assertServes() {
        final Outcome outcome = fixture.send(fixture.stage(9, 64), 64, 0);
        TransportFixture.echo(held.get(held.size() - 1));
        fixture.run();
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(List.of(), fixture.disconnections);
    }

    @ParameterizedTest
    @CsvSource({"true, 0, 0", "true, 1, 10", "true, 2, 0", "false, 1, 0"})
    void shouldInvalidateExactlyWhereAllowedAndOneKeySpansTheCall(
            final boolean allowed, final int segments, final int invalidations) {
        final RpcService service = call -> {
            for (int i = 0; i < call.writeChunkCount(); i++) {
                TransportFixture.fillPattern(call.writeChunk(i, 100), 100, i);
            }
            TransportFixture.echo(call);
        };
        fixture.connect(service, server -> server, client -> client.remoteInvalidation(allowed));
        for (int xid = 0; xid < 10; xid++) {
            final ClientCall call = fixture.stage(xid, 64);
            for (int i = 0; i < segments; i++) {
                TransportFixture.writeChunk(call, fixture.address(4096 * i), 100);
            }
            fixture.send(call, 64, segments).answered();
            assertEquals(0, fixture.regionsInUse());
        }
        assertEquals(invalidations, fixture.metrics().invalidationsSent());
    }
}
