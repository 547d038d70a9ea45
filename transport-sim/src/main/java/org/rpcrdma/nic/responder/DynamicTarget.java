// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import java.util.LinkedHashMap;
import java.util.Map;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketOrigin;
import org.rpcrdma.nic.link.PacketSink;
import org.rpcrdma.nic.queue.SimulatedCompletionQueue;
import org.rpcrdma.nic.queue.SimulatedSharedReceiveQueue;
import org.rpcrdma.nic.queue.TakenReceives;
import org.rpcrdma.nic.transmit.QueuePairContext;

/**
 * The receiving end of dynamic connections: each initiator that sends to it has a responder of its own, which behaves
 * as that of a reliable connection, and takes Receives of the one shared queue.
 *
 * <pre>
 * initiator 1 ---+                 +--- {@link DynamicResponder} ---+
 *                +--- target 7 ----+                         +--- shared receive queue
 * initiator 2 ---+                 +--- {@link DynamicResponder} ---+
 * </pre>
 *
 * <p>A request with another key than the target's is dropped, like a datagram with a wrong Q_Key: the initiator gives
 * up in the end.
 */
public final class DynamicTarget implements RequestTaker {
    private final QueuePairContext target;
    private final SimulatedSharedReceiveQueue receives;
    private final SimulatedCompletionQueue completions;
    private final long key;
    /** In the order in which initiators came, so that what is done to all is done in an order. */
    private final Map<PacketOrigin, DynamicResponder> responders = new LinkedHashMap<>();

    /**
     * Makes a target without connections.
     *
     * @param target      shared by the parts of the target's queue pair.
     * @param receives    the queue that Receives come from.
     * @param completions takes their completions.
     * @param key         brought by requests.
     */
    public DynamicTarget(
            final QueuePairContext target,
            final SimulatedSharedReceiveQueue receives,
            final SimulatedCompletionQueue completions,
            final long key) {
        this.target = target;
        this.receives = receives;
        this.completions = completions;
        this.key = key;
    }

    /** Returns the target's end of a new connection, to an initiator, which begins with a PSN. */
    DynamicConnectionEnd open(final PacketSink initiator, final long firstPsn) {
        return new DynamicConnectionEnd(target, new TakenReceives(receives, completions, 0), initiator, firstPsn);
    }

    /** Does nothing: each connection begins with parameters of its own. */
    @Override
    public void connect(final int pathMtu, final int maxReadAtomic, final long firstPsn) {}

    @Override
    public void request(final Packet packet) {
        if (packet.dynamicKey != key) {
            target.hardware().packets().give(packet);
            return;
        }
        DynamicResponder responder = responders.get(packet.origin);
        if (responder == null) {
            responders.values().removeIf(DynamicResponder::isForsaken);
            responder = new DynamicResponder(this, target.hardware(), packet);
            responders.put(packet.origin, responder);
        }
        responder.request(packet);
    }

    @Override
    public long lastLanding() {
        long last = 0;
        for (final DynamicResponder responder : responders.values()) {
            last = Math.max(last, responder.lastLanding());
        }
        return last;
    }

    @Override
    public void flush() {
        responders.values().forEach(DynamicResponder::flush);
        responders.clear();
    }

    @Override
    public void drop() {
        responders.values().forEach(DynamicResponder::drop);
        responders.clear();
    }
}
