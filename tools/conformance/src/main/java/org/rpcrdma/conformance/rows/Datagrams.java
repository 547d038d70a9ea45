// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.function.Consumer;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/**
 * Sends datagrams of a fixed length from the client to the server.
 *
 * @param pair   a connected pair of datagram queue pairs.
 * @param length the length of each datagram, in bytes.
 * @param source the client's memory.
 * @param target the server's memory, which includes space for the header.
 * @param handle the server's address handle.
 */
record Datagrams(Pair pair, int length, Memory source, Memory target, AddressHandle handle) {
    /** The number of bytes that precede a datagram in its Receive. */
    static final int HEADER = 40;

    private static final long RECEIVE_ID = 100;
    private static final long SEND_ID = 1;

    static Datagrams of(final Testbed bed, final int length) {
        return of(bed, length, Access.LOCAL_WRITE);
    }

    /** Creates datagrams that are sent from a region with its own access rights. */
    static Datagrams of(final Testbed bed, final int length, final int sourceAccess) {
        bed.require(DeviceCapability.UD);
        final Pair pair = Pair.ofDatagrams(bed);
        return new Datagrams(
                pair,
                length,
                pair.client().memory(length + 1, Traffic.CLIENT_BYTE, sourceAccess),
                pair.server().memory(HEADER + length, Traffic.SERVER_BYTE, Access.LOCAL_WRITE),
                bed.own(pair.client().domain().createAddressHandle(bed.toServer())));
    }

    /** Directs the client's datagrams to the server unless they have another destination. */
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

    void postReceive() {
        postReceive(length);
    }

    /** Posts a Receive whose space after the header is shorter than a datagram. */
    void postReceive(final int bytes) {
        server().receive(RECEIVE_ID, target.iova(), HEADER + bytes, target.lkey());
    }

    Endpoint send() {
        return send(length, Pair.QKEY);
    }

    /** Sends a datagram with the given length and key. */
    Endpoint send(final int bytes, final int qkey) {
        return post(bytes, qkey, sends -> sends.send(SEND_ID, SendRequests.SIGNALED));
    }

    Endpoint sendWithImmediate(final int immediate) {
        return post(length, Pair.QKEY, sends -> sends.sendWithImmediate(SEND_ID, SendRequests.SIGNALED, immediate));
    }

    private Endpoint post(final int bytes, final int qkey, final Consumer<ExtendedSendRequests> request) {
        final int number = server().queuePair().number();
        return client().post(source, bytes, request.andThen(sends -> sends.destination(handle, number, qkey)));
    }

    /** Expects the next datagram to have the given number of bytes after its header. */
    Completion expectReceived(final int bytes) {
        final Completion received = server().nextSuccess("Receive");
        Expect.equal("bytes received", HEADER + bytes, received.byteLength());
        return received;
    }

    /** Expects the datagram to follow its header in the target. */
    void expectArrived() {
        target.buffer().expect(HEADER, length, Traffic.CLIENT_BYTE);
        Expect.that(
                "the bytes before the datagram are a header", target.buffer().getLong(HEADER - Long.BYTES) != 0);
    }

    /** Expects the target to be unchanged. */
    void expectNothing() {
        target.buffer().expect(Traffic.SERVER_BYTE);
    }
}
