// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.conformance.runner.AsyncEventLog;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** The rules for completion queues. */
public final class CompletionQueueRows {
    /** The length of a Receive, in bytes. It is sufficient for the header of a datagram. */
    private static final int ROOM = 64;

    private static final int MESSAGES = 10;
    private static final CompletionHandler IGNORED = queue -> {};

    private CompletionQueueRows() {}

    @Rule(id = "CQ-01", source = "rdma-core tests/test_cq.py: test_create_cq")
    static void rowCQ01(final Testbed bed) {
        final Device device = bed.client();
        final int most = device.attributes().maxCqe();
        for (int vector = 0; vector < device.attributes().completionVectors(); vector++) {
            for (final int entries : new int[] {1, most / 2, most}) {
                final CompletionQueue queue = bed.own(create(bed, entries, vector));
                Expect.atLeast("capacity on vector " + vector, entries, queue.capacity());
                bed.giveBack(queue);
            }
        }
    }

    @Rule(
            id = "CQ-02",
            source = "rdma-core tests/test_cq.py, test_cqex.py: test_create_cq_bad_flow, test_create_cq_ex_bad_flow")
    static void rowCQ02(final Testbed bed) {
        final int most = bed.client().attributes().maxCqe();
        final int vectors = bed.client().attributes().completionVectors();
        Expect.fails("too many entries", Errno.EINVAL, () -> create(bed, most + 1, 0));
        Expect.fails("no entry", Errno.EINVAL, () -> create(bed, 0, 0));
        Expect.fails("vector one past the last", Errno.EINVAL, () -> create(bed, 1, vectors));
        Expect.fails("vector far past the last", Errno.EINVAL, () -> create(bed, 1, vectors + 1));
        Expect.fails("a negative vector", Errno.EINVAL, () -> create(bed, 1, -1));
    }

    @Rule(id = "CQ-03", source = "rdma-core tests/test_cq.py: test_create_cq_with_comp_channel")
    static void rowCQ03(final Testbed bed) {
        final Pair pair = Pair.unconnected(bed);
        final Watched first = new Watched(bed, pair, MESSAGES);
        final Watched second = new Watched(bed, pair, MESSAGES);
        final Traffic traffic = first.connect(QueuePairType.RC);
        second.queue.arm();
        first.queue.arm();
        traffic.postReceive();
        traffic.postSend();
        bed.settle();
        Expect.equal("events for the queue with a completion", List.of(first.queue), first.events);
        Expect.equal("events for the other queue", List.of(), second.events);
    }

    @Rule(id = "CQ-04", source = "rdma-core tests/test_cq.py: test_resize_cq; ibv_resize_cq(3)")
    static void rowCQ04(final Testbed bed) {
        bed.require(DeviceCapability.COMPLETION_QUEUE_RESIZE);
        final Pair pair = Pair.connected(bed);
        final CompletionQueue queue = pair.server().queue();
        final Traffic traffic = new Traffic(bed, pair, ROOM);
        receive(bed, pair, traffic, MESSAGES, 0);
        queue.resize(MESSAGES);
        Expect.atLeast("capacity for all completions", MESSAGES, queue.capacity());
        try {
            queue.resize(MESSAGES - 1);
            Expect.atLeast("capacity for fewer completions than are queued", MESSAGES - 1, queue.capacity());
        } catch (final VerbsException e) {
            Expect.equal("errno for a size that is too small", Errno.EINVAL, e.errno());
        }
        queue.resize(1000);
        Expect.atLeast("capacity for further completions", 1000, queue.capacity());
        for (int i = 0; i < MESSAGES; i++) {
            pair.server().expectNext("Receive", i);
        }
        pair.server().expectNone();
        final int most = pair.server().device().attributes().maxCqe();
        Expect.fails("more entries than the device grants", Errno.EINVAL, () -> queue.resize(most + 1));
        Expect.fails("no entry", Errno.EINVAL, () -> queue.resize(0));
        receive(bed, pair, traffic, 1, 0);
        pair.server().nextSuccess("Receive after the resizing");
    }

    @Rule(
            id = "CQ-05",
            source = "rdma-core tests/test_cq_events.py: test_cq_events_rc, test_cq_events_ud; ibv_req_notify_cq(3)")
    static void rowCQ05(final Testbed bed) {
        expectEvents(bed, QueuePairType.RC);
        if (bed.client().attributes().has(DeviceCapability.UD)) {
            expectEvents(bed, QueuePairType.UD);
        }
    }

    private static void expectEvents(final Testbed bed, final QueuePairType type) {
        final Pair pair = Pair.unconnected(bed);
        final Watched watched = new Watched(bed, pair, 2 * MESSAGES);
        watched.connect(type);
        watched.receive(1, 0);
        Expect.equal("events for a queue that is not armed", 0, watched.events.size());
        for (int i = 1; i <= MESSAGES / 2; i++) {
            watched.queue.arm();
            watched.receive(1, 0);
            Expect.equal("events after " + i + " armings", i, watched.events.size());
        }
        watched.receive(2, 0);
        Expect.equal("events for a queue that is not rearmed", MESSAGES / 2, watched.events.size());
        watched.events.clear();
        watched.queue.armSolicited();
        watched.receive(1, 0);
        Expect.equal("events for an unsolicited message", 0, watched.events.size());
        watched.receive(1, SendRequests.SOLICITED);
        Expect.equal("events for a solicited message", 1, watched.events.size());
        watched.receive(1, SendRequests.SOLICITED);
        Expect.equal("events for a solicited message, queue not rearmed", 1, watched.events.size());
        watched.queue.armSolicited();
        pair.server().receive(0, 0, 0, 0);
        pair.server().queuePair().toError();
        bed.settle();
        Expect.equal("events for a failed request", 2, watched.events.size());
    }

    @Rule(
            id = "CQ-06",
            source = "rdma-core tests/test_mlx5_devx_async_events.py: test_cq_error_event_fd,"
                    + " test_cq_error_event_cookie")
    static void rowCQ06(final Testbed bed) {
        final Pair pair = Pair.unconnected(bed);
        final Endpoint server = pair.server();
        final AsyncEventLog log = new AsyncEventLog(bed, server);
        final Watched watched = new Watched(bed, pair, 2);
        watched.connect(QueuePairType.RC);
        final int room = watched.queue.capacity();
        watched.receive(room, 0);
        Expect.equal("events for a full queue", 0, log.count(AsyncEventType.CQ_ERR, watched.queue));
        watched.receive(2, 0);
        if (bed.serverPersonality() == Personality.RXE) {
            Expect.equal("events for two lost completions", 2, log.count(AsyncEventType.CQ_ERR, watched.queue));
            Expect.equal("remaining completions", room, watched.poll());
        } else {
            Expect.equal("events for an overrun", 1, log.count(AsyncEventType.CQ_ERR, watched.queue));
            Expect.failureOf("poll of an overrun queue", watched::poll);
        }
    }

    private static CompletionQueue create(final Testbed bed, final int entries, final int vector) {
        return bed.client()
                .createCompletionQueue(new CompletionQueueAttributes(entries, vector), bed.clientLoop(), IGNORED);
    }

    /** Sends empty messages to a buffer of the server and waits until they have arrived. Their ids start at 0. */
    private static void receive(
            final Testbed bed, final Pair pair, final Traffic traffic, final int count, final int flags) {
        final ExtendedMemoryRegion room = traffic.server().region();
        for (int i = 0; i < count; i++) {
            pair.server().receive(i, room.iova(), ROOM, room.lkey());
        }
        for (int i = 0; i < count; i++) {
            final int id = i;
            pair.client().post(sends -> sends.send(id, flags | (id == count - 1 ? SendRequests.SIGNALED : 0)));
        }
        bed.settle();
        pair.client().drain();
    }

    /** A completion queue of the server that records its events. */
    private static final class Watched {
        final List<CompletionQueue> events = new ArrayList<>();
        final CompletionQueue queue;
        private final Testbed bed;
        private final Pair pair;
        private Traffic traffic;

        Watched(final Testbed bed, final Pair pair, final int entries) {
            this.bed = bed;
            this.pair = pair;
            queue = bed.own(pair.server()
                    .device()
                    .createCompletionQueue(entries, pair.server().loop(), events::add));
        }

        /** Connects queue pairs whose server-side Receives complete in this queue. */
        Traffic connect(final QueuePairType type) {
            final Endpoint server = pair.server();
            final Endpoint client = pair.client();
            client.use(client.domain().createQueuePair(client.attributes().withType(type)));
            server.use(server.domain()
                    .createQueuePair(
                            new QueuePairAttributes(server.queue(), queue, Endpoint.DEPTH, Endpoint.DEPTH, Endpoint.SGE)
                                    .withType(type)));
            pair.connect();
            if (type == QueuePairType.UD) {
                Datagrams.address(bed, pair);
            }
            traffic = new Traffic(bed, pair, ROOM);
            return traffic;
        }

        void receive(final int count, final int flags) {
            CompletionQueueRows.receive(bed, pair, traffic, count, flags);
        }

        int poll() {
            return queue.poll(new Completions(2 * MESSAGES));
        }
    }
}
