// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** A shared receive queue on one side, and the queue pairs that share it. */
final class SharedQueue {
    private final ExtendedProtectionDomain domain;
    private final SharedReceiveQueue queue;
    private final ReceiveRequests receives;

    /** Creates a queue in a side's protection domain. The testbed closes the queue. */
    SharedQueue(final Testbed bed, final Endpoint side, final int maxWr) {
        domain = side.domain();
        queue = bed.own(domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(maxWr, 1)));
        receives = side.device().newReceiveRequests(1);
    }

    SharedReceiveQueue queue() {
        return queue;
    }

    /** Connects a pair whose server uses Receives from the queue. */
    void connect(final Pair pair) {
        final Endpoint client = pair.client();
        final Endpoint server = pair.server();
        client.use(client.domain().createQueuePair(client.attributes().withType(QueuePairType.RC)));
        server.use(domain.createQueuePair(server.attributes()
                .withSharedReceiveQueue(queue)
                .withCapabilities(new QueuePairCapabilities(Endpoint.DEPTH, 0, Endpoint.SGE, 0, 0))));
        pair.connect();
    }

    /** Posts a Receive into the server's buffer. */
    void post(final long wrId, final Traffic traffic) {
        final Memory server = traffic.server();
        receives.clear();
        receives.receive(wrId, server.iova(), server.length(), server.lkey());
        queue.postReceive(receives);
    }
}
