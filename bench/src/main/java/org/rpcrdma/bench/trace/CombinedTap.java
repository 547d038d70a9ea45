// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

import org.agrona.DirectBuffer;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.PacketView;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.verbs.Gid;

/** Forwards all events to two taps, first to one and then to the other. */
public record CombinedTap(DeviceTap first, DeviceTap second) implements DeviceTap {
    /** Combines two factories, both of which may create null taps. */
    public static TapFactory of(final TapFactory one, final TapFactory other) {
        return (run, simulation) -> {
            final DeviceTap first = one.begin(run, simulation);
            final DeviceTap second = other.begin(run, simulation);
            if (first == null || second == null) {
                return first == null ? second : first;
            }
            return new CombinedTap(first, second);
        };
    }

    @Override
    public void onPacket(final PacketView packet) {
        first.onPacket(packet);
        second.onPacket(packet);
    }

    @Override
    public boolean takesDatagrams() {
        return first.takesDatagrams() || second.takesDatagrams();
    }

    @Override
    public void onDatagram(final DirectBuffer packet, final int length, final long nanos) {
        first.onDatagram(packet, length, nanos);
        second.onDatagram(packet, length, nanos);
    }

    @Override
    public void onConnectionMessage(final ConnectionMessage message) {
        first.onConnectionMessage(message);
        second.onConnectionMessage(message);
    }

    @Override
    public void onSendPosted(final Gid host, final int queuePair, final long wrId, final int opcode, final int length) {
        first.onSendPosted(host, queuePair, wrId, opcode, length);
        second.onSendPosted(host, queuePair, wrId, opcode, length);
    }

    @Override
    public void onReceivePosted(final Gid host, final int queuePair, final long wrId, final int length) {
        first.onReceivePosted(host, queuePair, wrId, length);
        second.onReceivePosted(host, queuePair, wrId, length);
    }

    @Override
    public void onCompletion(
            final Gid host,
            final int queuePair,
            final long wrId,
            final int status,
            final int opcode,
            final int length) {
        first.onCompletion(host, queuePair, wrId, status, opcode, length);
        second.onCompletion(host, queuePair, wrId, status, opcode, length);
    }
}
