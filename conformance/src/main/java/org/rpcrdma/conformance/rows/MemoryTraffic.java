// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Every kind of message between two regions, over memory that is read and written in whatever way it can be. */
final class MemoryTraffic {
    private static final int IMMEDIATE = 1234;

    private final Side client;
    private final Side server;
    private final int length;

    /** How a row reads and writes a region's memory. */
    interface Bytes {
        /** Puts bytes from the region's begin on. */
        void put(byte[] data);

        /** Returns the first bytes of the region. */
        byte[] get(int count);
    }

    /** One end: a region of a side, and its memory. */
    record Side(Endpoint endpoint, ExtendedMemoryRegion region, Bytes bytes) {}

    MemoryTraffic(final Side client, final Side server, final int length) {
        this.client = client;
        this.server = server;
        this.length = length;
    }

    /** A SEND from the client's region into the server's. */
    void send() {
        final byte[] data = fill(client, 1);
        server.endpoint()
                .receive(1, server.region().iova(), length, server.region().lkey());
        final SendRequests sends = client.endpoint().sends();
        sends.send(2, SendRequests.SIGNALED);
        post(sends, length);
        client.endpoint().nextSuccess("SEND");
        server.endpoint().nextSuccess("Receive");
        expect(server, data);
    }

    /** An RDMA WRITE from the client's region into the server's, with immediate data. */
    void writeWithImmediate() {
        final byte[] data = fill(client, 2);
        server.endpoint().receive(3, server.region().iova(), 0, server.region().lkey());
        final SendRequests sends = client.endpoint().sends();
        sends.rdmaWriteWithImmediate(
                4,
                SendRequests.SIGNALED,
                server.region().iova(),
                server.region().rkey(),
                IMMEDIATE);
        post(sends, length);
        client.endpoint().nextSuccess("RDMA WRITE");
        final Completion receive = server.endpoint().nextSuccess("Receive");
        Expect.equal("flags", Completions.WITH_IMMEDIATE, receive.flags());
        Expect.equal("immediate data", IMMEDIATE, receive.data());
        expect(server, data);
    }

    /** An RDMA READ of the server's region into the client's. */
    void read() {
        final byte[] data = fill(server, 3);
        final SendRequests sends = client.endpoint().sends();
        sends.rdmaRead(
                5,
                SendRequests.SIGNALED,
                server.region().iova(),
                server.region().rkey());
        post(sends, length);
        client.endpoint().nextSuccess("RDMA READ");
        expect(client, data);
    }

    /** Both atomics on the server's region, whose values before come to the client's. */
    void atomics() {
        putLong(server, 40);
        final SendRequests add = client.endpoint().sends();
        add.fetchAndAdd(
                6,
                SendRequests.SIGNALED,
                server.region().iova(),
                server.region().rkey(),
                2);
        post(add, Long.BYTES);
        client.endpoint().nextSuccess("FETCH_ADD");
        Expect.equal("value before", 40L, getLong(client));
        final SendRequests swap = client.endpoint().sends();
        swap.compareAndSwap(
                7,
                SendRequests.SIGNALED,
                server.region().iova(),
                server.region().rkey(),
                42,
                43);
        post(swap, Long.BYTES);
        client.endpoint().nextSuccess("COMP_SWAP");
        Expect.equal("value added to", 42L, getLong(client));
        Expect.equal("value swapped", 43L, getLong(server));
    }

    private void post(final SendRequests sends, final int bytes) {
        sends.sge(client.region().iova(), bytes, client.region().lkey());
        client.endpoint().post();
    }

    private byte[] fill(final Side from, final int seed) {
        final byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (i * 7 + seed);
        }
        from.bytes().put(data);
        return data;
    }

    private void expect(final Side side, final byte[] data) {
        Expect.that("the data is there", Arrays.equals(data, side.bytes().get(length)));
    }

    private static void putLong(final Side side, final long value) {
        side.bytes()
                .put(ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putLong(value)
                        .array());
    }

    private static long getLong(final Side side) {
        return ByteBuffer.wrap(side.bytes().get(Long.BYTES))
                .order(ByteOrder.nativeOrder())
                .getLong();
    }
}
