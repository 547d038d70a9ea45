// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** Datagrams of one length from the client to the server. */
final class Datagrams {
    /** Bytes ahead of a datagram in its Receive. */
    static final int HEADER = 40;

    private static final long RECEIVE_ID = 100;
    private static final long SEND_ID = 1;

    private final Pair pair;
    private final int length;
    private final TestBuffer source;
    private final TestBuffer target;
    private final ExtendedMemoryRegion sourceRegion;
    private final ExtendedMemoryRegion targetRegion;
    private final AddressHandle handle;

    Datagrams(final Testbed bed, final int length) {
        this(bed, length, Access.LOCAL_WRITE);
    }

    /** Datagrams from a region with rights of its own. */
    Datagrams(final Testbed bed, final int length, final int sourceAccess) {
        this.length = length;
        pair = Pair.unconnected(bed);
        pair.use(QueuePairType.UD);
        pair.connect();
        source = pair.client().buffer(length + 1);
        target = pair.server().buffer(HEADER + length);
        source.fill(Traffic.CLIENT_BYTE);
        target.fill(Traffic.SERVER_BYTE);
        sourceRegion = bed.own(source.register(pair.client().domain(), sourceAccess));
        targetRegion = bed.own(target.register(pair.server().domain(), Access.LOCAL_WRITE));
        handle = bed.own(pair.client().domain().createAddressHandle(bed.toServer()));
    }

    /** Lets the client's datagrams of a pair go to the server, unless they name another destination. */
    static void address(final Testbed bed, final Pair pair) {
        final AddressHandle handle = bed.own(pair.client().domain().createAddressHandle(bed.toServer()));
        final int number = pair.server().queuePair().number();
        pair.client().address(sends -> sends.destination(handle, number, Pair.QKEY));
    }

    Endpoint client() {
        return pair.client();
    }

    Endpoint server() {
        return pair.server();
    }

    TestBuffer source() {
        return source;
    }

    ExtendedMemoryRegion sourceRegion() {
        return sourceRegion;
    }

    void postReceive() {
        postReceive(length);
    }

    /** Posts a Receive that has room for fewer bytes behind the header. */
    void postReceive(final int bytes) {
        server().receive(RECEIVE_ID, targetRegion.iova(), HEADER + bytes, targetRegion.lkey());
    }

    void send() {
        send(length);
    }

    /** Sends a datagram of fewer bytes. */
    void send(final int bytes) {
        send(bytes, Pair.QKEY);
    }

    /** Sends a datagram with a key. */
    void send(final int bytes, final int qkey) {
        final ExtendedSendRequests sends = client().sends();
        sends.send(SEND_ID, SendRequests.SIGNALED);
        post(sends, bytes, qkey);
    }

    void sendWithImmediate(final int immediate) {
        final ExtendedSendRequests sends = client().sends();
        sends.sendWithImmediate(SEND_ID, SendRequests.SIGNALED, immediate);
        post(sends, length, Pair.QKEY);
    }

    private void post(final ExtendedSendRequests sends, final int bytes, final int qkey) {
        sends.destination(handle, server().queuePair().number(), qkey);
        sends.sge(sourceRegion.iova(), bytes, sourceRegion.lkey());
        client().post();
    }

    /** Expects the datagram behind its header. */
    void expectArrived() {
        target.expect(HEADER, length, Traffic.CLIENT_BYTE);
        Expect.that("the bytes ahead of the datagram are a header", target.getLong(HEADER - Long.BYTES) != 0);
    }

    /** Expects the target to be as it was at first. */
    void expectNothing() {
        target.expect(Traffic.SERVER_BYTE);
    }
}
