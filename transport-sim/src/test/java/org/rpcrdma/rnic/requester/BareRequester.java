// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.queue.SendChain;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.transmit.BareNic;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** The requesting half of a reliable queue pair. The test acts as its peer. */
class BareRequester {
    static final long SOON = 10_000;

    final BareNic nic;
    final SendQueue queue;
    final Requester requester;
    final SendChain chain;
    private final SendPosting posting;

    /** Creates a requester on a link whose window is the given number of packets. */
    BareRequester(final int window) {
        nic = new BareNic(QueuePairType.RC, window);
        queue = new SendQueue(16, 1, 0, 0, nic.contexts);
        requester = new Requester(
                nic.context,
                queue,
                nic.completions,
                true,
                new LocalOperations(nic.context, queue, nic.dma.keys(), nic.profile.times()),
                nic.dma);
        posting = new SendPosting(nic.context, queue, 0, nic.host.memory);
        chain = new SendChain(nic.profile.attributes(), 16, 1);
    }

    final void send(final long wrId, final int length) {
        chain.clear();
        chain.send(wrId, SendRequests.SIGNALED);
        post(length);
    }

    final void read(final long wrId, final int length) {
        chain.clear();
        chain.rdmaRead(wrId, SendRequests.SIGNALED, 0, 5);
        post(length);
    }

    final void post(final int length) {
        chain.sge(nic.memory.address(), length, BareNic.LKEY);
        postChain();
    }

    final void postChain() {
        posting.post(chain, nic.host.simulation.nanoTime());
        requester.wakeAt(nic.host.simulation.nanoTime());
        nic.runFor(SOON);
    }

    final void acknowledge(final long psn) {
        requester.answer(nic.fromPeer(Packet.ACK, psn));
        nic.runFor(SOON);
    }

    /** Delivers a packet of a READ response. The packet can be the first or the last one, or both. */
    final void respond(final long psn, final int length, final boolean begins, final boolean ends) {
        final Packet response = nic.fromPeer(Packet.READ_RESPONSE, psn);
        response.isFirst = begins;
        response.isLast = ends;
        response.payload.add(nic.memory.address(), length);
        requester.readResponse(response);
    }
}
