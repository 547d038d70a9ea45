// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.queue.SimulatedSharedReceiveQueue;
import org.rpcrdma.nic.queue.SimulatedXrcDomain;
import org.rpcrdma.nic.queue.TakenReceives;
import org.rpcrdma.nic.transmit.QueuePairContext;

/**
 * Holds the Receives of an XRC_RECV queue pair, which has no receive queue: those that it took from each shared queue
 * of its XRC domain that its peer has sent to. They complete in the shared queue's own completion queue, and it is the
 * shared queue's domain whose keys the peer can use (InfiniBand specification, annex A14). A number that the XRC
 * domain does not have is a remote access error, as devices report it: QP_ACCESS_ERR in the kernel's
 * drivers/infiniband/hw/hns.
 *
 * <pre>
 * request --- number of a shared queue --->  Receives taken from 7, keys of 7's domain
 *                                            Receives taken from 9, keys of 9's domain
 * </pre>
 */
public final class XrcReceives implements ReceiveTargets {
    private final QueuePairContext context;
    private final SimulatedXrcDomain domain;
    private final Int2ObjectHashMap<ReceiveTarget> targets = new Int2ObjectHashMap<>();

    public XrcReceives(final QueuePairContext context, final SimulatedXrcDomain domain) {
        this.context = context;
        this.domain = domain;
    }

    @Override
    public ReceiveTarget of(final Packet packet) {
        final ReceiveTarget known = targets.get(packet.sharedQueue);
        return known == null ? open(packet.sharedQueue) : known;
    }

    private ReceiveTarget open(final int number) {
        final SimulatedSharedReceiveQueue shared = domain.find(number);
        if (shared == null) {
            return null;
        }
        final TakenReceives taken = new TakenReceives(shared, shared.service().completions(), 0);
        final ReceiveTarget target = new ReceiveTarget(context, shared.domain().number(), taken);
        targets.put(number, target);
        return target;
    }

    @Override
    public void forget(final int sharedQueue) {
        targets.remove(sharedQueue);
    }

    @Override
    public void flush() {
        targets.values().forEach(ReceiveTarget::flush);
    }

    @Override
    public void drop() {
        targets.values().forEach(ReceiveTarget::drop);
    }
}
