// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.PacketView;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Gid;

/** Writes a run's events to a trace, one record per event. Allocates nothing. Confined to the run's thread. */
public final class TraceTap implements DeviceTap {
    private final TraceWriter writer;
    private final Simulation simulation;
    private final TraceStreams streams = new TraceStreams();
    /** The time of the last event. */
    private long lastNanos;

    public TraceTap(final TraceWriter writer, final String run, final Simulation simulation) {
        this.writer = writer;
        this.simulation = simulation;
        final byte[] name = Arrays.copyOf(run.getBytes(StandardCharsets.US_ASCII), TraceLayout.RUN_NAME_LENGTH);
        writer.event(
                TraceLayout.RUN | bytes(name, 0, Long.BYTES - TraceLayout.RUN_NAME) << Byte.SIZE,
                bytes(name, 7, Long.BYTES),
                bytes(name, 15, Long.BYTES),
                bytes(name, 23, Long.BYTES));
    }

    private static long bytes(final byte[] from, final int offset, final int count) {
        long word = 0;
        for (int i = 0; i < count; i++) {
            word |= (from[offset + i] & 0xffL) << Byte.SIZE * i;
        }
        return word;
    }

    @Override
    public void onPacket(final PacketView packet) {
        final int stream = stream(
                TraceStreams.end(ipv4(packet.source()), packet.sourceQueuePair()),
                TraceStreams.end(ipv4(packet.destination()), packet.destinationQueuePair()));
        writer.event(
                begin(TraceLayout.PACKET, packet.kind().ordinal(), stream),
                packet.remoteAddress(),
                TraceLayout.word(packet.payloadLength(), packet.psn()),
                TraceLayout.word(packet.remoteKey(), flags(packet)));
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
        final int stream = stream(
                TraceStreams.end(ipv4(message.source()), message.queuePair()),
                TraceStreams.end(ipv4(message.destination()), 0));
        writer.event(
                begin(TraceLayout.CONNECTION, message.type().ordinal(), stream),
                TraceLayout.word(message.remoteId(), message.localId()),
                TraceLayout.word(0, message.destinationPort()),
                TraceLayout.word(message.reason(), 0));
    }

    @Override
    public void onSendPosted(final Gid host, final int queuePair, final long wrId, final int opcode, final int length) {
        work(TraceLayout.SEND_POSTED, opcode, host, queuePair, wrId, TraceLayout.word(length, 0));
    }

    @Override
    public void onReceivePosted(final Gid host, final int queuePair, final long wrId, final int length) {
        work(TraceLayout.RECEIVE_POSTED, 0, host, queuePair, wrId, TraceLayout.word(length, 0));
    }

    @Override
    public void onCompletion(
            final Gid host,
            final int queuePair,
            final long wrId,
            final int status,
            final int opcode,
            final int length) {
        work(TraceLayout.COMPLETION, opcode, host, queuePair, wrId, TraceLayout.word(length, status));
    }

    private void work(
            final byte type, final int kind, final Gid host, final int queuePair, final long wrId, final long sizes) {
        final int stream = stream(TraceStreams.end(ipv4(host), queuePair), 0);
        writer.event(begin(type, kind, stream), wrId, sizes, 0);
    }

    /** Returns the stream's index in the table, entering the stream if necessary. */
    private int stream(final long sender, final long receiver) {
        final int place = TraceStreams.place(sender, receiver);
        if (!streams.has(place, sender, receiver)) {
            streams.enter(place, sender, receiver);
            writer.other(TraceLayout.begin(TraceLayout.STREAM, 0, place, 0), sender, receiver);
        }
        return place;
    }

    /** Returns the first word of a record for an event at the current time. */
    private long begin(final byte type, final int kind, final int stream) {
        final long now = simulation.nanoTime();
        final long delta = now - lastNanos;
        lastNanos = now;
        if (delta >>> Integer.SIZE != 0) {
            writer.other(TraceLayout.begin(TraceLayout.TIME, 0, 0, 0), now, 0);
            return TraceLayout.begin(type, kind, stream, 0);
        }
        return TraceLayout.begin(type, kind, stream, delta);
    }

    private static int ipv4(final Gid host) {
        return (int) host.interfaceId();
    }
}
