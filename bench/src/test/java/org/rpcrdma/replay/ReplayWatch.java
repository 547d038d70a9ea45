// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayOutputStream;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.replay.WireForm.Keys;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.rnic.PacketView;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Compares every Send of a replay with the expected Send when it is transmitted. No packet may be lost. */
final class ReplayWatch implements DeviceTap {
    private final Gid server;
    private final MemoryBlock block;
    private final UnsafeBuffer bytes;
    private final Map<Integer, ByteArrayOutputStream> begun = new HashMap<>();

    /** The keys of calls that have no reply yet, by the client's queue pair and then by transaction id. */
    private final Map<Integer, Map<Integer, Keys>> keys = new HashMap<>();

    private final Set<ChunkKind> kinds = EnumSet.noneOf(ChunkKind.class);
    private IntFunction<WireForm> expectedCall;
    private IntFunction<WireForm> expectedReply;
    private int calls;
    private int replies;

    ReplayWatch(final Gid server, final MemoryBlock packetMemory) {
        this.server = server;
        block = packetMemory;
        bytes = new UnsafeBuffer(block.address(), (int) block.length());
    }

    /** Sets the expected call and reply for each transaction id. */
    void expect(final IntFunction<WireForm> call, final IntFunction<WireForm> reply) {
        expectedCall = call;
        expectedReply = reply;
    }

    @Override
    public void onPacket(final PacketView packet) {
        if (packet.kind() != PacketKind.SEND) {
            return;
        }
        packet.copyPayload(block.address());
        final byte[] payload = new byte[packet.payloadLength()];
        bytes.getBytes(0, payload);
        final boolean fromServer = packet.source().equals(server);
        final int client = fromServer ? -packet.destinationQueuePair() : packet.sourceQueuePair();
        if (packet.isFirst()) {
            begun.put(client, new ByteArrayOutputStream());
        }
        begun.get(client).writeBytes(payload);
        if (packet.isLast()) {
            final byte[] message = begun.remove(client).toByteArray();
            if (fromServer) {
                onReply(message, keys.get(-client), packet);
            } else {
                onCall(message, keys.computeIfAbsent(client, number -> new HashMap<>()));
            }
        }
    }

    private void onCall(final byte[] message, final Map<Integer, Keys> ofConnection) {
        calls++;
        final RpcRdmaHeader header = WireForm.header(message);
        ChunkKind.addCall(header, kinds);
        final Keys named = new WireForm.Keys();
        final WireForm form = WireForm.ofCall(message, named);
        ofConnection.put(header.xid(), named);
        if (expectedCall != null) {
            assertEquals(expectedCall.apply(header.xid()), form);
        }
    }

    private void onReply(final byte[] message, final Map<Integer, Keys> ofConnection, final PacketView packet) {
        replies++;
        final RpcRdmaHeader header = WireForm.header(message);
        ChunkKind.addReply(header, kinds);
        final Keys named = ofConnection.remove(header.xid());
        assertNotNull(named, "a reply to a call that waits for one");
        final WireForm form = WireForm.ofReply(message, named, packet.isInvalidating(), packet.remoteKey());
        if (expectedReply != null) {
            assertEquals(expectedReply.apply(header.xid()), form);
        }
    }

    int calls() {
        return calls;
    }

    int replies() {
        return replies;
    }

    /** Returns the kinds of chunks seen so far. */
    Set<ChunkKind> kinds() {
        return kinds;
    }
}
