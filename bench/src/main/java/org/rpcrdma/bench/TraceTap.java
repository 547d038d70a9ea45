/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.nic.ConnectionMessage;
import org.rpcrdma.nic.FabricTap;
import org.rpcrdma.nic.PacketView;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Gid;

/** Writes what happens in a run into a trace. Each event is one record at the time at which it happens; nothing is allocated. */
final class TraceTap implements FabricTap {
    private final TraceWriter writer;
    private final Simulation simulation;

    TraceTap(final TraceWriter writer, final String run, final Simulation simulation) {
        this.writer = writer;
        this.simulation = simulation;
        final byte[] name = run.getBytes(StandardCharsets.US_ASCII);
        final int at = writer.begin(simulation.nanoTime(), TraceLayout.RUN);
        writer.buffer()
                .putBytes(at + TraceLayout.RUN_NAME, name, 0, Math.min(name.length, TraceLayout.RUN_NAME_LENGTH));
    }

    @Override
    public void onPacket(final PacketView packet) {
        final int at = begin(TraceLayout.PACKET, packet.kind().ordinal(), packet.source(), packet.sourceQueuePair());
        final UnsafeBuffer record = writer.buffer();
        record.putShort(at + TraceLayout.FLAGS, (short) flags(packet), LITTLE_ENDIAN);
        record.putInt(at + TraceLayout.PEER, ipv4(packet.destination()), LITTLE_ENDIAN);
        record.putInt(at + TraceLayout.PEER_QUEUE_PAIR, packet.destinationQueuePair(), LITTLE_ENDIAN);
        record.putInt(at + TraceLayout.LENGTH, packet.payloadLength(), LITTLE_ENDIAN);
        record.putLong(at + TraceLayout.ID, packet.remoteAddress(), LITTLE_ENDIAN);
        record.putInt(at + TraceLayout.NUMBER, packet.psn(), LITTLE_ENDIAN);
        record.putInt(at + TraceLayout.KEY, packet.remoteKey(), LITTLE_ENDIAN);
    }

    private static int flags(final PacketView packet) {
        return (packet.isFirst() ? TraceLayout.FIRST : 0)
                | (packet.isLast() ? TraceLayout.LAST : 0)
                | (packet.isAcknowledgeRequested() ? TraceLayout.ACK_REQUESTED : 0)
                | (packet.isSolicited() ? TraceLayout.SOLICITED : 0)
                | (packet.isInvalidating() ? TraceLayout.INVALIDATES : 0);
    }

    @Override
    public void onConnectionMessage(final ConnectionMessage message) {
        final int at = begin(TraceLayout.CONNECTION, message.type().ordinal(), message.source(), message.queuePair());
        final UnsafeBuffer record = writer.buffer();
        record.putInt(at + TraceLayout.PEER, ipv4(message.destination()), LITTLE_ENDIAN);
        final long ids = (long) message.localId() << 32 | Integer.toUnsignedLong(message.remoteId());
        record.putLong(at + TraceLayout.ID, ids, LITTLE_ENDIAN);
        record.putInt(at + TraceLayout.NUMBER, message.destinationPort(), LITTLE_ENDIAN);
        record.putInt(at + TraceLayout.KEY, message.reason(), LITTLE_ENDIAN);
    }

    @Override
    public void onSendPosted(final Gid host, final int queuePair, final long wrId, final int opcode, final int length) {
        work(begin(TraceLayout.SEND_POSTED, opcode, host, queuePair), wrId, length);
    }

    @Override
    public void onReceivePosted(final Gid host, final int queuePair, final long wrId, final int length) {
        work(begin(TraceLayout.RECEIVE_POSTED, 0, host, queuePair), wrId, length);
    }

    @Override
    public void onCompletion(
            final Gid host,
            final int queuePair,
            final long wrId,
            final int status,
            final int opcode,
            final int length) {
        final int at = begin(TraceLayout.COMPLETION, opcode, host, queuePair);
        work(at, wrId, length);
        writer.buffer().putInt(at + TraceLayout.NUMBER, status, LITTLE_ENDIAN);
    }

    private int begin(final byte type, final int kind, final Gid host, final int queuePair) {
        final int at = writer.begin(simulation.nanoTime(), type);
        final UnsafeBuffer record = writer.buffer();
        record.putByte(at + TraceLayout.KIND, (byte) kind);
        record.putInt(at + TraceLayout.HOST, ipv4(host), LITTLE_ENDIAN);
        record.putInt(at + TraceLayout.QUEUE_PAIR, queuePair, LITTLE_ENDIAN);
        return at;
    }

    private void work(final int at, final long wrId, final int length) {
        writer.buffer().putLong(at + TraceLayout.ID, wrId, LITTLE_ENDIAN);
        writer.buffer().putInt(at + TraceLayout.LENGTH, length, LITTLE_ENDIAN);
    }

    private static int ipv4(final Gid host) {
        return (int) host.interfaceId();
    }
}
