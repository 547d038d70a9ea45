// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/**
 * Short messages, watched for the way that they come: data inside of a completion is in memory only once that was
 * polled.
 */
final class InlineTraffic {
    private static final int LENGTH = 256;
    private static final int CLIENT_BYTE = 'c';
    private static final int SERVER_BYTE = 's';
    /** Bytes of the first of a Receive's two elements. */
    private static final int FIRST = 10;

    private final Testbed bed;
    private final Pair pair;
    private final CompletionQueue clientQueue;
    private final CompletionQueue serverQueue;
    private final TestBuffer clientBuffer;
    private final TestBuffer serverBuffer;
    private final ExtendedMemoryRegion clientRegion;
    private final ExtendedMemoryRegion serverRegion;
    private final ReceiveRequests receives;

    /**
     * Connects a pair.
     *
     * @param entrySize  of the completion queues; 0 leaves it to the device.
     * @param iovaOffset from the memory's address to the iova of its region, a multiple of the page size.
     */
    InlineTraffic(final Testbed bed, final int entrySize, final InlineReceive inline, final long iovaOffset) {
        this.bed = bed;
        pair = Pair.unconnected(bed);
        clientQueue = create(bed, pair.client(), entrySize);
        serverQueue = create(bed, pair.server(), entrySize);
        use(pair.client(), clientQueue, inline);
        use(pair.server(), serverQueue, inline);
        pair.connect();
        clientBuffer = pair.client().buffer(LENGTH);
        serverBuffer = pair.server().buffer(LENGTH);
        clientRegion = register(pair.client(), clientBuffer, iovaOffset);
        serverRegion = register(pair.server(), serverBuffer, iovaOffset);
        receives = pair.server().device().newReceiveRequests(1, 2);
    }

    private static CompletionQueue create(final Testbed bed, final Endpoint side, final int entrySize) {
        final CompletionQueueAttributes attributes = new CompletionQueueAttributes(Endpoint.DEPTH, 0, entrySize);
        return bed.own(side.device().createCompletionQueue(attributes, side.loop(), ready -> {}));
    }

    private static void use(final Endpoint side, final CompletionQueue queue, final InlineReceive inline) {
        final QueuePairCapabilities sizes =
                new QueuePairCapabilities(Endpoint.DEPTH, Endpoint.DEPTH, Endpoint.SGE, 2, 0);
        side.use(side.domain()
                .createQueuePair(new QueuePairAttributes(queue, queue, Endpoint.DEPTH, Endpoint.DEPTH, Endpoint.SGE)
                        .withCapabilities(sizes)
                        .withInlineReceive(inline)));
    }

    private ExtendedMemoryRegion register(final Endpoint side, final TestBuffer buffer, final long iovaOffset) {
        return bed.own(side.domain()
                .registerMemory(
                        buffer.address(),
                        LENGTH,
                        buffer.address() + iovaOffset,
                        Access.LOCAL_WRITE | Access.REMOTE_READ));
    }

    /** Sends a message and expects it whole. Returns true if it came inside of the completion. */
    boolean sends(final int length) {
        fill();
        final int lkey = serverRegion.lkey();
        receives.clear();
        receives.receive(1);
        receives.sge(serverRegion.iova(), FIRST, lkey);
        receives.sge(serverRegion.iova() + FIRST, LENGTH - FIRST, lkey);
        pair.server().queuePair().postReceive(receives);
        final SendRequests sends = pair.client().sends();
        sends.send(2, SendRequests.SIGNALED);
        sends.sge(clientRegion.iova(), length, clientRegion.lkey());
        pair.client().post();
        bed.settle();
        poll(clientQueue, "SEND", 0);
        return isInline(serverQueue, "Receive", serverBuffer, length, SERVER_BYTE, CLIENT_BYTE);
    }

    /** Reads a part of the server's memory and expects it whole. Returns true if it came inside of the completion. */
    boolean reads(final int length) {
        fill();
        final SendRequests sends = pair.client().sends();
        sends.rdmaRead(3, SendRequests.SIGNALED, serverRegion.iova(), serverRegion.rkey());
        sends.sge(clientRegion.iova(), FIRST, clientRegion.lkey());
        sends.sge(clientRegion.iova() + FIRST, length - FIRST, clientRegion.lkey());
        pair.client().post();
        bed.settle();
        return isInline(clientQueue, "RDMA READ", clientBuffer, length, CLIENT_BYTE, SERVER_BYTE);
    }

    private void fill() {
        clientBuffer.fill(CLIENT_BYTE);
        serverBuffer.fill(SERVER_BYTE);
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
        Expect.equal(what + " status", CompletionStatus.SUCCESS, batch.status(0));
        if (bytes != 0) {
            Expect.equal(what + " bytes", bytes, batch.byteLength(0));
        }
    }
}
