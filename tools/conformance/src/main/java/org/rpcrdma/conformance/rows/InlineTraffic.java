// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import static org.rpcrdma.conformance.runner.Endpoint.DEPTH;
import static org.rpcrdma.conformance.runner.Endpoint.SGE;
import static org.rpcrdma.conformance.runner.Traffic.CLIENT_BYTE;
import static org.rpcrdma.conformance.runner.Traffic.SERVER_BYTE;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.REMOTE_READ;
import static org.rpcrdma.verbs.CompletionStatus.SUCCESS;
import static org.rpcrdma.verbs.SendRequests.SIGNALED;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;

/**
 * Sends short messages and checks how they arrive. Data inside a completion reaches memory only when the completion is
 * polled.
 */
final class InlineTraffic {
    private static final int LENGTH = 256;
    /** The length, in bytes, of the first of a Receive's two elements. */
    private static final int FIRST = 10;

    private final Testbed bed;
    private final Pair pair;
    private final CompletionQueue clientQueue;
    private final CompletionQueue serverQueue;
    private final Traffic traffic;
    private final ReceiveRequests receives;

    /**
     * Connects a pair.
     *
     * @param entrySize  the entry size of the completion queues; 0 for the device's default.
     * @param iovaOffset the offset from the memory's address to its region's iova, a multiple of the page size.
     */
    InlineTraffic(final Testbed bed, final int entrySize, final InlineReceive inline, final long iovaOffset) {
        this.bed = bed;
        pair = Pair.unconnected(bed);
        clientQueue = create(bed, pair.client(), entrySize);
        serverQueue = create(bed, pair.server(), entrySize);
        use(pair.client(), clientQueue, inline);
        use(pair.server(), serverQueue, inline);
        pair.connect();
        traffic = new Traffic(
                bed,
                pair,
                LENGTH,
                LOCAL_WRITE | REMOTE_READ,
                (buffer, domain, access) ->
                        domain.registerMemory(buffer.address(), LENGTH, buffer.address() + iovaOffset, access));
        receives = pair.server().device().newReceiveRequests(1, 2);
    }

    private static CompletionQueue create(final Testbed bed, final Endpoint side, final int entrySize) {
        final CompletionQueueAttributes attributes = new CompletionQueueAttributes(DEPTH, 0, entrySize);
        return bed.own(side.device().createCompletionQueue(attributes, side.loop(), ready -> {}));
    }

    private static void use(final Endpoint side, final CompletionQueue queue, final InlineReceive inline) {
        final QueuePairCapabilities sizes = new QueuePairCapabilities(DEPTH, DEPTH, SGE, 2, 0);
        side.use(side.domain()
                .createQueuePair(new QueuePairAttributes(queue, queue, DEPTH, DEPTH, SGE)
                        .withCapabilities(sizes)
                        .withInlineReceive(inline)));
    }

    /** Sends a message and verifies it. Returns true if it arrived inside the completion. */
    boolean sends(final int length) {
        traffic.fill();
        final Memory server = traffic.server();
        receives.clear();
        receives.receive(1);
        receives.sge(server.iova(), FIRST, server.lkey());
        receives.sge(server.iova() + FIRST, LENGTH - FIRST, server.lkey());
        pair.server().queuePair().postReceive(receives);
        pair.client().post(traffic.client(), length, sends -> sends.send(2, SIGNALED));
        bed.settle();
        poll(clientQueue, "SEND", 0);
        return isInline(serverQueue, "Receive", server.buffer(), length, SERVER_BYTE, CLIENT_BYTE);
    }

    /** Reads part of the server's memory and verifies it. Returns true if it arrived inside the completion. */
    boolean reads(final int length) {
        traffic.fill();
        final Memory client = traffic.client();
        pair.client().post(sends -> {
            sends.rdmaRead(
                    3, SIGNALED, traffic.server().iova(), traffic.server().rkey());
            sends.sge(client.iova(), FIRST, client.lkey());
            sends.sge(client.iova() + FIRST, length - FIRST, client.lkey());
        });
        bed.settle();
        return isInline(clientQueue, "RDMA READ", client.buffer(), length, CLIENT_BYTE, SERVER_BYTE);
    }

    private static boolean isInline(
            final CompletionQueue queue,
            final String what,
            final TestBuffer buffer,
            final int length,
            final int before,
            final int after) {
        final boolean isInline = buffer.get(0) == before;
        buffer.expect(0, length, isInline ? before : after);
        poll(queue, what, length);
        buffer.expect(0, length, after);
        buffer.expect(length, LENGTH - length, before);
        return isInline;
    }

    private static void poll(final CompletionQueue queue, final String what, final int bytes) {
        final Completions batch = new Completions(2);
        Expect.equal("completions", 1, queue.poll(batch));
        Expect.equal(what + " status", SUCCESS, batch.status(0));
        if (bytes != 0) {
            Expect.equal(what + " bytes", bytes, batch.byteLength(0));
        }
    }
}
