// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import static org.rpcrdma.conformance.runner.Traffic.CLIENT_BYTE;
import static org.rpcrdma.conformance.runner.Traffic.SERVER_BYTE;
import static org.rpcrdma.verbs.AsyncEventType.SRQ_LIMIT_REACHED;
import static org.rpcrdma.verbs.DeviceCapability.SHARED_RECEIVE_QUEUE;
import static org.rpcrdma.verbs.DeviceCapability.SHARED_RECEIVE_QUEUE_RESIZE;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.Errno.ENOMEM;

import org.rpcrdma.conformance.runner.AsyncEventLog;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;

/** The rules for shared receive queues. */
public final class SharedReceiveQueueRows {
    private static final int ITERATIONS = 100;
    private static final int LENGTH = 1000;

    private SharedReceiveQueueRows() {}

    @Rule(id = "SR-01", source = "rdma-core tests/test_srq.py: test_rc_srq_traffic; ibv_post_srq_recv(3)")
    static void rowSR01(final Testbed bed) {
        bed.require(SHARED_RECEIVE_QUEUE);
        final Pair[] pairs = {Pair.unconnected(bed), Pair.unconnected(bed)};
        final SharedQueue shared = new SharedQueue(bed, pairs[0].server(), 4);
        shared.connect(pairs[0]);
        shared.connect(pairs[1]);
        final Traffic[] traffic = {new Traffic(bed, pairs[0], LENGTH), new Traffic(bed, pairs[1], LENGTH)};
        shared.post(0, traffic[0]);
        for (int i = 0; i < ITERATIONS; i++) {
            shared.post(i + 1, traffic[0]);
            final int k = i % 3 == 0 ? 1 : 0;
            traffic[0].server().buffer().fill(SERVER_BYTE);
            traffic[k].postSend();
            pairs[k].client().nextSuccess("SEND " + i);
            final Completion received = pairs[k].server().nextSuccess("Receive " + i);
            Expect.equal("consumed Receive", (long) i, received.wrId());
            Expect.equal("queue pair", pairs[k].server().queuePair().number(), received.qpNumber());
            Expect.equal("bytes received", LENGTH, received.byteLength());
            traffic[0].server().buffer().expect(CLIENT_BYTE);
        }
        Expect.fails("Receive posted to a queue pair with a shared queue", EINVAL, traffic[0]::postReceive);
        for (int i = 1; i < shared.queue().maxWr(); i++) {
            shared.post(i, traffic[0]);
        }
        Expect.fails("Receive in a full shared queue", ENOMEM, () -> shared.post(9, traffic[0]));
    }

    @Rule(id = "SR-02", source = "rdma-core tests/test_srq.py: test_modify_srq_limit; ibv_modify_srq(3)")
    static void rowSR02(final Testbed bed) {
        bed.require(SHARED_RECEIVE_QUEUE);
        final Pair pair = Pair.unconnected(bed);
        final Endpoint server = pair.server();
        final AsyncEventLog log = new AsyncEventLog(bed, server);
        final SharedQueue shared = new SharedQueue(bed, server, 10);
        shared.connect(pair);
        final Traffic traffic = new Traffic(bed, pair, LENGTH);
        for (int i = 0; i < 10; i++) {
            shared.post(i, traffic);
        }
        shared.queue().armLimit(7);
        Expect.equal("armed limit", 7, shared.queue().limit());
        for (int i = 0; i < 3; i++) {
            traffic.postSend();
        }
        Expect.equal("events with 7 left", 0, log.count(SRQ_LIMIT_REACHED, shared.queue()));
        Expect.equal("armed limit with 7 left", 7, shared.queue().limit());
        traffic.postSend();
        Expect.equal("events with 6 left", 1, log.count(SRQ_LIMIT_REACHED, shared.queue()));
        Expect.equal("armed limit after the event", 0, shared.queue().limit());
        traffic.postSend();
        Expect.equal("events with 5 left", 1, log.count(SRQ_LIMIT_REACHED, shared.queue()));
        final int beyond = shared.queue().maxWr() + 1;
        Expect.fails("limit beyond the queue", EINVAL, () -> shared.queue().armLimit(beyond));
    }

    @Rule(id = "SR-03", source = "rdma-core tests/test_srq.py: test_resize_srq; ibv_modify_srq(3)")
    static void rowSR03(final Testbed bed) {
        bed.require(SHARED_RECEIVE_QUEUE_RESIZE);
        final Pair pair = Pair.unconnected(bed);
        final SharedQueue shared = new SharedQueue(bed, pair.server(), 4);
        shared.connect(pair);
        final Traffic traffic = new Traffic(bed, pair, LENGTH);
        for (int i = 0; i < 4; i++) {
            shared.post(i, traffic);
        }
        shared.queue().resize(20);
        Expect.atLeast("Receives", 20, shared.queue().maxWr());
        for (int i = 4; i < 20; i++) {
            shared.post(i, traffic);
        }
        Expect.fails(
                "fewer Receives than are posted", EINVAL, () -> shared.queue().resize(10));
        for (int i = 0; i < 20; i++) {
            traffic.postSend();
            pair.client().nextSuccess("SEND " + i);
            pair.server().expectNext("Receive", i);
        }
        shared.queue().resize(2);
        final int most = pair.server().device().attributes().maxSrqWr();
        Expect.fails(
                "more Receives than are granted", EINVAL, () -> shared.queue().resize(most + 1));
    }
}
