// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.CompletionOpcode.RECV;
import static org.rpcrdma.verbs.CompletionOpcode.RECV_RDMA_WITH_IMM;
import static org.rpcrdma.verbs.Completions.WITH_IMMEDIATE;
import static org.rpcrdma.verbs.SendRequests.SIGNALED;

import java.util.function.Consumer;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/**
 * Messages of one length between the two sides of a pair, from and to memory of each side.
 *
 * @param bed    the world.
 * @param pair   the two sides.
 * @param client the client's memory; as long as a message.
 * @param server the server's.
 */
public record Traffic(Testbed bed, Pair pair, Memory client, Memory server) {
    /** The byte that the client's buffer holds at first. */
    public static final int CLIENT_BYTE = 'c';
    /** The byte that the server's buffer holds at first. */
    public static final int SERVER_BYTE = 's';

    private static final int IMMEDIATE = 1234;
    private static final long RECEIVE_ID = 100;
    private static final long SEND_ID = 1;

    /**
     * Makes buffers and registers them for local use.
     *
     * @param bed    the world.
     * @param pair   the two sides.
     * @param length bytes of a message.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length) {
        this(bed, pair, length, LOCAL_WRITE);
    }

    /**
     * Makes buffers and registers them.
     *
     * @param bed    the world.
     * @param pair   the two sides.
     * @param length bytes of a message.
     * @param access {@link Access} rights of both regions.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length, final int access) {
        this(bed, pair, length, access, TestBuffer::register);
    }

    /**
     * Makes buffers and registers them in a way.
     *
     * @param bed    the world.
     * @param pair   the two sides.
     * @param length bytes of a message.
     * @param access {@link Access} rights of both regions.
     * @param way    the way.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length, final int access, final Registering way) {
        this(
                bed,
                pair,
                pair.client().register(pair.client().buffer(length), way, access),
                pair.server().register(pair.server().buffer(length), way, access));
        fill();
    }

    /** Lets both buffers hold the bytes that they hold at first. */
    public void fill() {
        client.buffer().fill(CLIENT_BYTE);
        server.buffer().fill(SERVER_BYTE);
    }

    /** Takes the pages of both sides away, and fills them anew. */
    public void takeAway() {
        client.buffer().discard();
        server.buffer().discard();
        fill();
    }

    /** Posts a Receive of a message on the server, into its region as it is now. */
    public void postReceive() {
        postReceive(server.length());
    }

    /**
     * Posts a Receive on the server, into its region as it is now.
     *
     * @param bytes of room.
     */
    public void postReceive(final int bytes) {
        pair.server().receive(RECEIVE_ID, server.iova(), bytes, server.lkey());
    }

    private Endpoint post(final Consumer<ExtendedSendRequests> request) {
        return pair.client().post(client, client.length(), request);
    }

    /** Posts a SEND of the client's buffer; returns the client. */
    public Endpoint postSend() {
        return post(sends -> sends.send(SEND_ID, SIGNALED));
    }

    /**
     * Posts a SEND of the client's buffer that invalidates a key of the server's.
     *
     * @param rkey the key.
     */
    public void sendWithInvalidate(final int rkey) {
        post(sends -> sends.sendWithInvalidate(SEND_ID, 0, rkey));
    }

    /**
     * Sends a message and expects it to arrive, in whatever memory the server's region covers now.
     *
     * @param memory the buffer in which it must arrive.
     */
    public void sendInto(final TestBuffer memory) {
        memory.fill(SERVER_BYTE);
        postReceive();
        postSend().nextSuccess("SEND");
        final Completion received = pair.server().nextSuccess("Receive");
        Expect.equal("bytes received", client.length(), received.byteLength());
        memory.expect(CLIENT_BYTE);
    }

    /**
     * Posts an RDMA WRITE of one side's buffer over the other's.
     *
     * @param from the side.
     * @param rkey the key of the other's region.
     * @return the same side, to wait for the completion.
     */
    public Endpoint write(final Endpoint from, final int rkey) {
        final Memory own = from == pair.client() ? client : server;
        final Memory other = own == client ? server : client;
        return from.post(own, own.length(), sends -> sends.rdmaWrite(SEND_ID, SIGNALED, other.iova(), rkey));
    }

    /** Writes the client's buffer over the server's, and expects it there. */
    public void writeOver() {
        write(pair.client(), server.rkey()).nextSuccess("RDMA WRITE");
        server.buffer().expect(CLIENT_BYTE);
    }

    /** Reads the server's buffer over the client's, and expects it there. */
    public void readOver() {
        read(server.rkey()).nextSuccess("RDMA READ");
        client.buffer().expect(SERVER_BYTE);
    }

    /**
     * Posts an RDMA WRITE of the client's buffer.
     *
     * @param address the target address.
     * @param bytes   how much of the buffer.
     * @param rkey    the key.
     * @return the client, to wait for the completion.
     */
    public Endpoint writeTo(final long address, final int bytes, final int rkey) {
        return pair.client().post(client, bytes, sends -> sends.rdmaWrite(SEND_ID, SIGNALED, address, rkey));
    }

    /**
     * Posts an RDMA READ of the server's buffer into the client's.
     *
     * @param rkey the key of the server's region.
     * @return the client, to wait for the completion.
     */
    public Endpoint read(final int rkey) {
        return post(sends -> sends.rdmaRead(SEND_ID, SIGNALED, server.iova(), rkey));
    }

    /**
     * Posts an atomic on the first 8 bytes of the server's buffer, whose value before comes to the client's.
     *
     * @param add is added.
     * @return the client, to wait for the completion.
     */
    public Endpoint fetchAndAdd(final long add) {
        return fetchAndAdd(server.iova(), server.rkey(), client.lkey(), add);
    }

    /**
     * Posts such an atomic.
     *
     * @param address of the value.
     * @param rkey    the key of the value's memory.
     * @param lkey    the key of the client's.
     * @param add     is added.
     * @return the client, to wait for the completion.
     */
    public Endpoint fetchAndAdd(final long address, final int rkey, final int lkey, final long add) {
        return pair.client().post(sends -> {
            sends.fetchAndAdd(SEND_ID, SIGNALED, address, rkey, add);
            sends.sge(client.iova(), Long.BYTES, lkey);
        });
    }

    /**
     * Posts the other atomic on them.
     *
     * @param compare the expected value.
     * @param swap    takes its place.
     * @return the client, to wait for the completion.
     */
    public Endpoint compareAndSwap(final long compare, final long swap) {
        return pair.client()
                .post(
                        client,
                        Long.BYTES,
                        sends -> sends.compareAndSwap(SEND_ID, SIGNALED, server.iova(), server.rkey(), compare, swap));
    }

    /**
     * Posts an atomic write of the first 8 bytes of the server's buffer.
     *
     * @param value the bytes.
     * @return the client, to wait for the completion.
     */
    public Endpoint atomicWrite(final long value) {
        return pair.client().post(sends -> sends.atomicWrite(SEND_ID, SIGNALED, server.iova(), server.rkey(), value));
    }

    /**
     * Posts a flush of the server's buffer.
     *
     * @param length      bytes of the range.
     * @param type        of flush.
     * @param wholeRegion true to flush all of the region.
     * @return the client, to wait for the completion.
     */
    public Endpoint flush(final int length, final int type, final boolean wholeRegion) {
        return pair.client()
                .post(sends -> sends.flush(SEND_ID, SIGNALED, server.iova(), length, server.rkey(), type, wholeRegion));
    }

    /**
     * Expects every kind of message to move its data: SEND, RDMA WRITE and READ, and the first two with immediate data,
     * which comes with the Receive's completion. An RDMA WRITE consumes a Receive only if it has immediate data.
     *
     * @param senderFlags the flags of a sender's completion of immediate data.
     */
    public void expectEveryKind(final int senderFlags) {
        sendInto(server.buffer());
        postReceive();
        server.buffer().fill(SERVER_BYTE);
        writeOver();
        pair.server().expectNone();
        expectImmediate(
                sends -> sends.rdmaWriteWithImmediate(SEND_ID, SIGNALED, server.iova(), server.rkey(), IMMEDIATE),
                RECV_RDMA_WITH_IMM,
                senderFlags);
        postReceive();
        expectImmediate(sends -> sends.sendWithImmediate(SEND_ID, SIGNALED, IMMEDIATE), RECV, senderFlags);
        server.buffer().fill(SERVER_BYTE);
        readOver();
    }

    private void expectImmediate(
            final Consumer<ExtendedSendRequests> request, final int opcode, final int senderFlags) {
        server.buffer().fill(SERVER_BYTE);
        final Completion sent = post(request).nextSuccess("request with immediate data");
        final Completion received = pair.server().nextSuccess("Receive");
        Expect.equal("opcode", opcode, received.opcode());
        Expect.equal("flags", WITH_IMMEDIATE, received.flags());
        Expect.equal("immediate data", IMMEDIATE, received.data());
        Expect.equal("bytes received", client.length(), received.byteLength());
        Expect.equal("flags of the sender's completion", senderFlags, sent.flags());
        server.buffer().expect(CLIENT_BYTE);
    }

    /** Waits until nothing happens any more, and drops the completions of both sides. */
    public void forgetCompletions() {
        bed.settle();
        pair.client().drain();
        pair.server().drain();
    }

    /** Lets both queue pairs work again after a failure. */
    public void recover() {
        pair.restate();
        forgetCompletions();
    }
}
