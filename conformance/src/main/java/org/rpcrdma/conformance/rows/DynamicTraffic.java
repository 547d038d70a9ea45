// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.DynamicConnection;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** An initiator of dynamic connections on the client, a target on the server, whose memory no peer can write to. */
final class DynamicTraffic {
    /** Streams in error that take the initiator to the state ERR. */
    static final int FATAL_ERRORS = 4;

    private static final int LOG_ERRORED = 2;
    private static final int LOG_CONCURRENT = 3;
    private static final long KEY = 0x1122334455667788L;
    private static final int LENGTH = 64;
    private static final int VALUE = 9;

    private final Endpoint client;
    private final Endpoint server;
    private final TestBuffer local;
    private final TestBuffer remote;
    private final ExtendedMemoryRegion localRegion;
    private final ExtendedMemoryRegion remoteRegion;
    private final AddressHandle way;

    DynamicTraffic(final Testbed bed) {
        final Pair pair = Pair.unconnected(bed);
        client = pair.client();
        server = pair.server();
        local = client.buffer(LENGTH);
        local.fill(VALUE);
        remote = server.buffer(LENGTH);
        localRegion = bed.own(local.register(client.domain(), Access.LOCAL_WRITE));
        remoteRegion = bed.own(remote.register(server.domain(), Access.LOCAL_WRITE));
        way = bed.own(client.domain()
                .createAddressHandle(new AddressVector(server.device().gid(1, 0), 0, 1)));
        createTarget(bed);
        client.use(client.domain()
                .createQueuePair(client.attributes()
                        .withType(QueuePairType.DC_INITIATOR)
                        .withDynamicConnection(DynamicConnection.initiator(LOG_CONCURRENT, LOG_ERRORED))));
        connect();
    }

    private void createTarget(final Testbed bed) {
        final SharedReceiveQueue shared =
                bed.own(server.domain().createSharedReceiveQueue(new SharedReceiveQueueAttributes(Endpoint.DEPTH, 1)));
        server.use(server.domain()
                .createQueuePair(server.attributes()
                        .withType(QueuePairType.DC_TARGET)
                        .withSharedReceiveQueue(shared)
                        .withDynamicConnection(DynamicConnection.target(KEY))));
        server.use(shared);
        server.queuePair().modify(initial().set(QueuePairParameter.ACCESS_FLAGS, Pair.ALL_RIGHTS));
        server.queuePair()
                .modify(new QueuePairParameters()
                        .state(QueuePairState.RTR)
                        .addressVector(new AddressVector(client.device().gid(1, 0), 0, 1))
                        .set(QueuePairParameter.PATH_MTU, 1024)
                        .set(QueuePairParameter.MIN_RNR_TIMER, 12));
    }

    private static QueuePairParameters initial() {
        return new QueuePairParameters()
                .state(QueuePairState.INIT)
                .set(QueuePairParameter.PKEY_INDEX, 0)
                .set(QueuePairParameter.PORT, 1);
    }

    private void connect() {
        client.queuePair().modify(initial());
        client.queuePair()
                .modify(new QueuePairParameters().state(QueuePairState.RTR).set(QueuePairParameter.PATH_MTU, 1024));
        client.queuePair()
                .modify(new QueuePairParameters()
                        .state(QueuePairState.RTS)
                        .set(QueuePairParameter.SEND_PSN, Pair.CLIENT_PSN)
                        .set(QueuePairParameter.TIMEOUT, 14)
                        .set(QueuePairParameter.RETRY_COUNT, 6)
                        .set(QueuePairParameter.RNR_RETRY, 6)
                        .set(QueuePairParameter.MAX_READ_ATOMIC, 4));
    }

    /** Brings the initiator through RESET to RTS. */
    void recover() {
        client.queuePair().modify(new QueuePairParameters().state(QueuePairState.RESET));
        connect();
    }

    void reset(final int stream) {
        client.queuePair().resetStream(stream);
    }

    void expectState(final QueuePairState state) {
        Expect.equal("state of the initiator", state, client.queuePair().query().state());
    }

    /** A SEND of a stream arrives. */
    void expectSend(final int stream) {
        remote.fill(0);
        server.receive(stream, remote.address(), LENGTH, remoteRegion.lkey());
        stageSend(stream);
        client.post();
        client.nextSuccess("SEND of stream " + stream);
        server.nextSuccess("Receive of stream " + stream);
        remote.expect(0, LENGTH, VALUE);
    }

    /** A SEND of a stream in error is flushed. */
    void expectFlush(final int stream) {
        stageSend(stream);
        client.post();
        Expect.status("SEND of a stream in error", CompletionStatus.WR_FLUSH_ERR, client.next());
    }

    /** A WRITE of a stream is refused by the target. */
    void expectRefusedWrite(final int stream) {
        final ExtendedSendRequests sends = client.sends();
        sends.rdmaWrite(stream, SendRequests.SIGNALED, remote.address(), remoteRegion.rkey());
        address(sends, stream);
        client.post();
        Expect.status("WRITE of stream " + stream, CompletionStatus.REM_ACCESS_ERR, client.next());
    }

    private void stageSend(final int stream) {
        final ExtendedSendRequests sends = client.sends();
        sends.send(stream, SendRequests.SIGNALED);
        address(sends, stream);
    }

    /** Addresses the request that was staged last, and gives it its element. */
    private void address(final ExtendedSendRequests sends, final int stream) {
        sends.destination(way, server.queuePair().number(), KEY, stream);
        sends.sge(local.address(), LENGTH, localRegion.lkey());
    }
}
