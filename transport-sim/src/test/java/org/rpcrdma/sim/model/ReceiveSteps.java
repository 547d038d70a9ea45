// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.ReceiveRequests;

/** Posts Receives to queue pairs and to shared queues. */
final class ReceiveSteps extends Steps {
    static final int MAX_SGE = 3;
    private static final int LONGEST = Pair.RECEIVE_DEPTH + 2;
    private static final int ROOM = 600;
    private static final int LONG_ROOM = 7000;

    private final Map<Host, ReceiveRequests> chains = new HashMap<>();
    private int posted;

    ReceiveSteps(final World world, final Draw draw, final History history) {
        super(world, draw, history);
        for (final Host host : world.hosts) {
            chains.put(host, host.device.newReceiveRequests(LONGEST, MAX_SGE + 1));
        }
    }

    int posted() {
        return posted;
    }

    @Override
    void step() {
        if (draw.oneIn(6)) {
            postShared(anyHost());
        } else {
            post(anyEnd());
        }
    }

    void postShared(final Host host) {
        final List<ModelQueuePair.Receive> receives = draw(host, 0);
        final int room = Host.SHARED_DEPTH - host.modelShared.taken;
        run(host, receives, room, host.modelShared, () -> host.shared.postReceive(chains.get(host)));
    }

    void post(final Pair.End end) {
        final List<ModelQueuePair.Receive> receives = draw(end.host, end.model.domain);
        final boolean isRefused = end.model.isShared || end.model.state == QueuePairState.RESET;
        final int room = end.model.receives.depth - end.model.receives.taken;
        run(
                end.host,
                receives,
                isRefused ? -1 : room,
                end.model.receives,
                () -> end.real.postReceive(chains.get(end.host)));
        if (end.model.state == QueuePairState.ERR) {
            end.model.flushReceives();
        }
    }

    private List<ModelQueuePair.Receive> draw(final Host host, final int domain) {
        final List<ModelQueuePair.Receive> receives = new ArrayList<>();
        final int count = draw.oneIn(50) ? LONGEST : 1 + draw.below(4);
        for (int i = 0; i < count; i++) {
            final List<Request.Element> elements = new ArrayList<>();
            final int room = draw.oneIn(8) ? LONG_ROOM : ROOM;
            final int sges = draw.oneIn(200) ? MAX_SGE + 1 : draw.oneIn(30) ? 0 : 1 + draw.below(MAX_SGE);
            for (int j = 0; j < sges; j++) {
                elements.add(draw.element(host, domain, 1 + draw.below(room), true));
            }
            receives.add(new ModelQueuePair.Receive(draw.id(true), elements));
        }
        return receives;
    }

    /**
     * Posts a chain to a queue that has the given number of free slots. If the number is negative, the queue accepts no
     * Receives.
     */
    private void run(
            final Host host,
            final List<ModelQueuePair.Receive> receives,
            final int room,
            final ModelQueuePair.ReceiveQueue queue,
            final Runnable call) {
        final ReceiveRequests chain = chains.get(host);
        chain.clear();
        Errno refusal = room < 0 ? Errno.EINVAL : null;
        int taken = 0;
        for (final ModelQueuePair.Receive receive : receives) {
            stage(chain, receive);
            if (refusal == null) {
                refusal = taken == room ? Errno.ENOMEM : receive.elements().size() > MAX_SGE ? Errno.EINVAL : null;
            }
            if (refusal == null) {
                taken++;
                queue.taken++;
                queue.waiting.add(receive);
            }
        }
        posted += taken;
        final Errno expected = refusal;
        history.add(() -> "receive host=" + host.model.number + " refusal=" + expected + " " + receives);
        Checker.post(refusal, taken, call);
    }

    private static void stage(final ReceiveRequests chain, final ModelQueuePair.Receive receive) {
        chain.receive(receive.wrId());
        for (final Request.Element element : receive.elements()) {
            chain.sge(element.address(), element.length(), element.lkey());
        }
    }
}
