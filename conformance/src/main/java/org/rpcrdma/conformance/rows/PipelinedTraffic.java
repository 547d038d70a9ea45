// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.AsyncEventLog;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.SignatureCheck;

/**
 * An RDMA WRITE of a signed block, and its answer posted at once: a SEND with a fence, that a wrong signature stops.
 */
final class PipelinedTraffic {
    private static final int ANSWER = 16;
    private static final int ID = 1;

    private final SignedTraffic traffic;
    private final Endpoint client;
    private final Endpoint server;
    private final AsyncEventLog events;

    /** Signatures that nobody put there, of which some bytes are checked. */
    PipelinedTraffic(final Testbed bed, final int checkMask) {
        final Pair pair = Pair.unconnected(bed);
        client = pair.client();
        server = pair.server();
        client.use(client.domain().createQueuePair(client.attributes().withStopsAtSignature(true)));
        server.use(server.domain().createQueuePair(server.attributes()));
        pair.connect();
        events = new AsyncEventLog(bed, client.device(), client.loop());
        traffic = new SignedTraffic(bed, pair);
        traffic.client.sign(SignedTraffic.BLOCK + 4, new BlockSignature(SignedTraffic.crc32Domain(), null, checkMask));
        traffic.server.plain(SignedTraffic.BLOCK);
    }

    /** Posts the data and its answer. */
    void post() {
        server.receive(3, traffic.server.buffer.address(), ANSWER, traffic.server.region.lkey());
        final SendRequests sends = client.sends();
        sends.rdmaWrite(ID, 0, 0, traffic.server.key.rkey());
        sends.sge(0, SignedTraffic.BLOCK, traffic.client.key.lkey());
        client.post();
        postAnswer();
    }

    void postAnswer() {
        final SendRequests sends = client.sends();
        sends.send(ID, SendRequests.SIGNALED | SendRequests.FENCE);
        sends.sge(traffic.client.buffer.address(), ANSWER, traffic.client.region.lkey());
        client.post();
    }

    /** Expects the answer to have arrived, and nothing else. */
    void expectAnswer() {
        client.nextSuccess("SEND");
        Expect.equal(
                "length of the answer", ANSWER, server.nextSuccess("Receive").byteLength());
        client.expectNone();
        server.expectNone();
    }

    void expectStopped() {
        Expect.equal("events", 1, events.count(AsyncEventType.SQ_DRAINED, client.queuePair()));
        Expect.equal("state", QueuePairState.SQD, client.queuePair().state());
        client.expectNone();
        server.expectNone();
        Expect.equal(
                "the client's signatures",
                SignatureCheck.Result.BAD_GUARD,
                traffic.client.key.check().result());
        Expect.equal("the server's signatures", SignatureCheck.GOOD, traffic.server.key.check());
    }

    int cancel() {
        return client.queuePair().cancelPostedSends(ID);
    }

    void resume() {
        client.queuePair().modify(new QueuePairParameters().state(QueuePairState.RTS));
    }

    /** Expects the request that was cancelled to tell of its end. */
    void expectCancelled() {
        client.nextSuccess("cancelled SEND");
    }
}
