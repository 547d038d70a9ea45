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
 * @param bed the testbed.
 * @param pair the two sides.
 * @param client the client's memory, which has the length of a message.
 * @param server the server's memory, which has the length of a message.
 */
public record Traffic(Testbed bed, Pair pair, Memory client, Memory server) {
    /** The initial content of the client's buffer. */
    public static final int CLIENT_BYTE = 'c';
    /** The initial content of the server's buffer. */
    public static final int SERVER_BYTE = 's';

    private static final int IMMEDIATE = 1234;
    private static final long RECEIVE_ID = 100;
    private static final long SEND_ID = 1;

    /**
     * Creates buffers and registers them for local use.
     *
     * @param bed    the testbed.
     * @param pair   the two sides.
     * @param length the length of a message in bytes.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length) {
        this(bed, pair, length, LOCAL_WRITE);
    }

    /**
     * Creates buffers and registers them.
     *
     * @param bed    the testbed.
     * @param pair   the two sides.
     * @param length the length of a message in bytes.
     * @param access {@link Access} rights of both regions.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length, final int access) {
        this(bed, pair, length, access, TestBuffer::register);
    }

    /**
     * Creates buffers and registers them in a given way.
     *
     * @param bed    the testbed.
     * @param pair   the two sides.
     * @param length the length of a message in bytes.
     * @param access {@link Access} rights of both regions.
     * @param way the way to register the buffers.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length, final int access, final Registering way) {
        this(
                bed,
                pair,
                pair.client().register(pair.client().buffer(length), way, access),
                pair.server().register(pair.server().buffer(length), way, access));
        fill();
    }

    /** Fills both buffers with their initial content. */
    public void fill() {
        client.buffer().fill(CLIENT_BYTE);
        server.buffer().fill(SERVER_BYTE);
    }

    /** Discards the pages of both sides, and refills them. */
    public void takeAway() {
        client.buffer().discard();
        server.buffer().discard();
        fill();
    }

    /** Posts a Receive of a message on the server, into its current region. */
    public void postReceive() {
        postReceive(server.length());
    }

    /**
     * Posts a Receive on the server, into its current region.
     *
     * @param bytes the length of the Receive.
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
     * Posts a SEND of the client's buffer that invalidates a key of the server.
     *
     * @param rkey the key.
     */
    public void sendWithInvalidate(final int rkey) {
        post(sends -> sends.sendWithInvalidate(SEND_ID, 0, rkey));
    }

    /**
     * Sends a message and expects it in the server's memory. The server's region may cover other memory than at first.
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
     * Posts an RDMA WRITE of one side's buffer to the other's.
     *
     * @param from the side that writes.
     * @param rkey the key of the other's region.
     * @return the writing side, to wait for the completion.
     */
    public Endpoint write(final Endpoint from, final int rkey) {
        final Memory own = from == pair.client() ? client : server;
        final Memory other = own == client ? server : client;
        return from.post(own, own.length(), sends -> sends.rdmaWrite(SEND_ID, SIGNALED, other.iova(), rkey));
    }

    /** Writes the client's buffer to the server's, and verifies it there. */
    public void writeOver() {
        write(pair.client(), server.rkey()).nextSuccess("RDMA WRITE");
        server.buffer().expect(CLIENT_BYTE);
    }

    /** Reads the server's buffer into the client's, and verifies it there. */
    public void readOver() {
        read(server.rkey()).nextSuccess("RDMA READ");
        client.buffer().expect(SERVER_BYTE);
    }

    /**
     * Posts an RDMA WRITE of the client's buffer.
     *
     * @param address the target address.
     * @param bytes the number of bytes to write.
     * @param rkey the key.
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
     * Posts a fetch-and-add on the first 8 bytes of the server's buffer; the old value goes to the client's buffer.
     *
     * @param add the addend.
     * @return the client, to wait for the completion.
     */
    public Endpoint fetchAndAdd(final long add) {
        return fetchAndAdd(server.iova(), server.rkey(), client.lkey(), add);
    }

    /**
     * Posts a fetch-and-add.
     *
     * @param address the address of the value.
     * @param rkey the key of the value's memory.
     * @param lkey the key of the client's memory.
     * @param add the addend.
     * @return the client, to wait for the completion.
     */
    public Endpoint fetchAndAdd(final long address, final int rkey, final int lkey, final long add) {
        return pair.client().post(sends -> {
            sends.fetchAndAdd(SEND_ID, SIGNALED, address, rkey, add);
            sends.sge(client.iova(), Long.BYTES, lkey);
        });
    }

    /**
     * Posts a compare-and-swap on the first 8 bytes of the server's buffer.
     *
     * @param compare the expected value.
     * @param swap the new value.
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
     * @param length      the length of the range in bytes.
     * @param type        the type of the flush.
     * @param wholeRegion true to flush the whole region.
     * @return the client, to wait for the completion.
     */
    public Endpoint flush(final int length, final int type, final boolean wholeRegion) {
        return pair.client()
                .post(sends -> sends.flush(SEND_ID, SIGNALED, server.iova(), length, server.rkey(), type, wholeRegion));
    }

    /**
     * Expects every kind of message to move its data: SEND, RDMA WRITE and READ, and the first two with immediate data,
     * which arrives with the Receive's completion. An RDMA WRITE consumes a Receive only if it has immediate data.
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

    /** Waits until the testbed is idle, and drops the completions of both sides. */
    public void forgetCompletions() {
        bed.settle();
        pair.client().drain();
        pair.server().drain();
    }

    /** Recovers both queue pairs after a failure. */
    public void recover() {
        pair.restate();
        forgetCompletions();
    }
}
