// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Notifies the listener and counts messages. All directions of a capture share the emitter and the memory that it
 * provides for unfinished Sends and READs.
 */
final class Emitter {
    static final int UNFINISHED_BYTES = 256 << 20;

    final CaptureCounts counts;
    final MemoryBudget budget = new MemoryBudget(UNFINISHED_BYTES);
    final HeldPackets.Pool held = new HeldPackets.Pool(budget);
    final HoldQueue holdings = new HoldQueue();
    final MessagesSeen messages = new MessagesSeen();
    final CaptureListener listener;
    private final CapturedMessage message = new CapturedMessage();
    private final RpcRdmaHeader header = new RpcRdmaHeader();
    private final RpcMessage rpc = new RpcMessage();
    private int directions;

    Emitter(final CaptureListener listener, final CaptureCounts counts) {
        this.listener = listener;
        this.counts = counts;
    }

    int nextNumber() {
        return directions++;
    }

    void send(
            final CapturedPacket packet,
            final Direction from,
            final UnsafeBuffer buffer,
            final int offset,
            final int captured,
            final int length,
            final boolean again) {
        from.connection().learn(from, header, rpc, buffer, offset, captured);
        messages.add(from.number, buffer, offset, captured);
        counts.sends++;
        message.packet(packet, from).memory(packet.rkey, 0).bytes(buffer, offset, captured, length, again);
        listener.onSend(message);
    }

    void written(
            final CapturedPacket packet,
            final Direction from,
            final int rkey,
            final long address,
            final boolean again) {
        listener.onRdmaWrite(payload(packet, from, rkey, address, again));
    }

    void read(
            final CapturedPacket packet,
            final Direction from,
            final int rkey,
            final long address,
            final boolean again) {
        listener.onRdmaRead(payload(packet, from, rkey, address, again));
    }

    void readRequested(final CapturedPacket packet, final Direction from, final boolean again) {
        listener.onReadRequest(message.packet(packet, from)
                .memory(packet.rkey, packet.address)
                .bytes(packet.buffer, packet.payloadOffset, 0, 0, again));
    }

    void refused(final CapturedPacket packet, final Direction from) {
        listener.onNak(
                message.packet(packet, from).memory(0, 0).bytes(packet.buffer, packet.payloadOffset, 0, 0, false),
                packet.nak);
    }

    void gap(final Direction of) {
        listener.onGap(new CapturedGap(of.connection().id(), of.connection().first() == of ? 0 : 1));
    }

    /** Reports the end of a connection because it has been merged into another connection. */
    void parted(final ObservedConnection connection) {
        listener.onWholeness(connection.wholeness().of(connection.id()));
    }

    void ended(final ObservedConnection connection) {
        counts.gaps += connection.wholeness().gaps();
        listener.onWholeness(connection.wholeness().of(connection.id()));
    }

    private CapturedMessage payload(
            final CapturedPacket packet,
            final Direction from,
            final int rkey,
            final long address,
            final boolean again) {
        return message.packet(packet, from)
                .memory(rkey, address)
                .bytes(packet.buffer, packet.payloadOffset, packet.captured, packet.payloadLength, again);
    }
}
