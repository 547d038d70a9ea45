// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.AsyncEventLog;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.TestbedOptions;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;

/** Shared receive queues, and Receives out of order. */
public final class SharedReceiveQueueRows {
    private static final int ITERATIONS = 100;
    private static final int LENGTH = 1000;

    private SharedReceiveQueueRows() {}

    @Rule(
            id = "SR-01",
            text = "Two queue pairs take the Receives of one shared queue, in the order in which they were posted, and "
                    + "each reports its own; a queue pair that shares takes no Receives itself",
            source = "rdma-core tests/test_srq.py: test_rc_srq_traffic; ibv_post_srq_recv(3)")
    static void rowSR01(final Testbed bed) {
        bed.require(DeviceCapability.SHARED_RECEIVE_QUEUE);
        final Pair[] pairs = {Pair.unconnected(bed), Pair.unconnected(bed)};
        final SharedQueue shared = new SharedQueue(bed, pairs[0].server(), 4);
        shared.connect(pairs[0]);
        shared.connect(pairs[1]);
        final Traffic[] traffic = {new Traffic(bed, pairs[0], LENGTH), new Traffic(bed, pairs[1], LENGTH)};
        shared.post(0, traffic[0]);
        for (int i = 0; i < ITERATIONS; i++) {
            shared.post(i + 1, traffic[0]);
            final int k = i % 3 == 0 ? 1 : 0;
            traffic[0].serverBuffer().fill(Traffic.SERVER_BYTE);
            traffic[k].postSend();
            pairs[k].client().nextSuccess("SEND " + i);
            final Completion received = pairs[k].server().nextSuccess("Receive " + i);
            Expect.equal("Receive that was taken", (long) i, received.wrId());
            Expect.equal("queue pair", pairs[k].server().queuePair().number(), received.qpNumber());
            Expect.equal("bytes received", LENGTH, received.byteLength());
            traffic[0].serverBuffer().expect(Traffic.CLIENT_BYTE);
        }
        Expect.fails("Receive of a queue pair that shares", Errno.EINVAL, traffic[0]::postReceive);
        for (int i = 1; i < shared.queue().maxWr(); i++) {
            shared.post(i, traffic[0]);
        }
        Expect.fails("Receive in a full shared queue", Errno.ENOMEM, () -> shared.post(9, traffic[0]));
    }

    @Rule(
            id = "SR-02",
            text = "A limit that was armed can be queried; once fewer Receives than that are left, SRQ_LIMIT_REACHED"
                    + " is raised, once, and the limit is disarmed",
            source = "rdma-core tests/test_srq.py: test_modify_srq_limit; ibv_modify_srq(3)")
    static void rowSR02(final Testbed bed) {
        bed.require(DeviceCapability.SHARED_RECEIVE_QUEUE);
        final Pair pair = Pair.unconnected(bed);
        final Endpoint server = pair.server();
        final AsyncEventLog log = new AsyncEventLog(bed, server.device(), server.loop());
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
        Expect.equal("events with 7 left", 0, log.count(AsyncEventType.SRQ_LIMIT_REACHED, shared.queue()));
        Expect.equal("armed limit with 7 left", 7, shared.queue().limit());
        traffic.postSend();
        Expect.equal("events with 6 left", 1, log.count(AsyncEventType.SRQ_LIMIT_REACHED, shared.queue()));
        Expect.equal("armed limit after the event", 0, shared.queue().limit());
        traffic.postSend();
        Expect.equal("events with 5 left", 1, log.count(AsyncEventType.SRQ_LIMIT_REACHED, shared.queue()));
        final int beyond = shared.queue().maxWr() + 1;
        Expect.fails(
                "limit beyond the queue", Errno.EINVAL, () -> shared.queue().armLimit(beyond));
    }

    @Rule(
            id = "SR-03",
            text = "A shared receive queue can be resized, and has at least the room that was asked for then; what is "
                    + "posted stays",
            source = "rdma-core tests/test_srq.py: test_resize_srq; ibv_modify_srq(3)")
    static void rowSR03(final Testbed bed) {
        bed.require(DeviceCapability.SHARED_RECEIVE_QUEUE_RESIZE);
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
                "Receives fewer than are posted",
                Errno.EINVAL,
                () -> shared.queue().resize(10));
        for (int i = 0; i < 20; i++) {
            traffic.postSend();
            pair.client().nextSuccess("SEND " + i);
            Expect.equal(
                    "Receive that was taken",
                    (long) i,
                    pair.server().nextSuccess("Receive").wrId());
        }
        shared.queue().resize(2);
        final int most = pair.server().device().attributes().maxSrqWr();
        Expect.fails(
                "more Receives than are granted",
                Errno.EINVAL,
                () -> shared.queue().resize(most + 1));
    }

    @Rule(
            id = "OO-01",
            text = "Where packets may overtake each other, messages take Receives as they arrive, and complete in"
                    + " their own order: the id tells which Receive has which; more Receives than are granted"
                    + " are refused with EINVAL, types that cannot with EOPNOTSUPP",
            source = "rdma-core tests/test_mlx5_ooo_qp.py: all; mlx5dv_create_qp(3)")
    static void rowOO01(final Testbed bed) {
        bed.require(DeviceCapability.OUT_OF_ORDER_RECEIVE);
        try (Testbed reordering = bed.another(TestbedOptions.DEFAULT.withReordering(true))) {
            final OutOfOrderTraffic traffic = new OutOfOrderTraffic(reordering);
            int elsewhere = 0;
            for (int lap = 0; lap < 10; lap++) {
                elsewhere += traffic.send();
                traffic.write();
            }
            Expect.atLeast("Receives taken out of order", 1, elsewhere);
        }
        final int most = bed.client().attributes().maxOutOfOrderWr();
        Expect.atLeast(
                "Receives",
                most,
                outOfOrder(bed, most, QueuePairType.RC).capabilities().maxReceiveWr());
        Expect.fails("a Receive too many", Errno.EINVAL, () -> outOfOrder(bed, most + 1, QueuePairType.RC));
        Expect.fails("raw packets", Errno.EOPNOTSUPP, () -> outOfOrder(bed, 1, QueuePairType.RAW_PACKET));
    }

    private static QueuePair outOfOrder(final Testbed bed, final int maxReceiveWr, final QueuePairType type) {
        final Endpoint side = new Endpoint(bed, bed.client(), bed.clientLoop());
        return side.use(side.domain()
                .createQueuePair(side.attributes()
                        .withType(type)
                        .withOutOfOrder(true)
                        .withCapabilities(new QueuePairCapabilities(1, maxReceiveWr, 1, 1, 0))));
    }
}
