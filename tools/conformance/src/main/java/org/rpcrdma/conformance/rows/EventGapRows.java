// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.AsyncEventLog;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.RemoteKey;

/** Additional rules for asynchronous events of queue pairs. rdma-core's tests do not cover these rules. */
public final class EventGapRows {
    private EventGapRows() {}

    @Rule(id = "GAP-07", source = "ibv_get_async_event(3)")
    static void rowGAP07(final Testbed bed) {
        bed.require(DeviceCapability.SHARED_RECEIVE_QUEUE);
        final Pair failing = Pair.unconnected(bed);
        final Pair other = Pair.unconnected(bed);
        final Endpoint server = failing.server();
        final AsyncEventLog log = new AsyncEventLog(bed, server);
        final SharedQueue shared = new SharedQueue(bed, server, 2);
        shared.connect(failing);
        shared.connect(other);
        final Traffic failingTraffic = new Traffic(bed, failing, 64);
        shared.post(1, failingTraffic);
        shared.post(2, failingTraffic);
        failingTraffic.postSend();
        server.nextSuccess("Receive before the error");
        server.moveTo(QueuePairState.ERR);
        Expect.equal("events", 1, log.count(AsyncEventType.QP_LAST_WQE_REACHED, server.queuePair()));
        server.expectNone();
        Expect.equal(
                "events for the other queue pair",
                0,
                log.count(AsyncEventType.QP_LAST_WQE_REACHED, other.server().queuePair()));
        new Traffic(bed, other, 64).postSend();
        other.server().expectNext("Receive of the other queue pair", 2);
    }

    @Rule(id = "GAP-08", source = "ibv_get_async_event(3)")
    static void rowGAP08(final Testbed bed) {
        final Pair pair = Pair.unconnected(bed);
        final Endpoint server = pair.server();
        final AsyncEventLog log = new AsyncEventLog(bed, server);
        final CompletionQueue small = bed.own(server.device().createCompletionQueue(1, server.loop(), ready -> {}));
        pair.client().use(pair.client().domain().createQueuePair(pair.client().attributes()));
        server.use(server.domain()
                .createQueuePair(
                        new QueuePairAttributes(server.queue(), small, Endpoint.DEPTH, Endpoint.DEPTH, Endpoint.SGE)));
        pair.connect();
        final Traffic traffic = new Traffic(bed, pair, 64);
        for (int i = 0; i <= small.capacity(); i++) {
            Expect.equal("events", 0, log.count(AsyncEventType.QP_FATAL, server.queuePair()));
            traffic.postReceive();
            traffic.postSend();
        }
        final int told = bed.serverPersonality() == Personality.RXE ? 0 : 1;
        Expect.equal("events for an overrun", told, log.count(AsyncEventType.QP_FATAL, server.queuePair()));
        server.expectState(QueuePairState.ERR);
    }

    @Rule(id = "GAP-09", source = "InfiniBand 11.6.3.2")
    static void rowGAP09(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, Pair.ALL_RIGHTS);
        final AsyncEventLog events = new AsyncEventLog(bed, pair.server());
        traffic.write(pair.client(), RemoteKey.increment(traffic.server().rkey()))
                .next("RDMA WRITE", CompletionStatus.REM_ACCESS_ERR);
        events.expectOnly(AsyncEventType.QP_ACCESS_ERR, pair.server().queuePair());
        pair.server().expectState(QueuePairState.ERR);
    }
}
