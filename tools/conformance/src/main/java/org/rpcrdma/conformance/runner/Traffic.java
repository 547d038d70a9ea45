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
 * Sends messages of a fixed length between the memories of a pair's two sides.
 *
 * @param bed    the testbed.
 * @param pair   the two sides.
 * @param client the client's memory, which has the length of a message.
 * @param server the server's memory, which has the length of a message.
 */
public record Traffic(Testbed bed, Pair pair, Memory client, Memory server) {
    /** The byte that initially fills the client's buffer. */
    public static final int CLIENT_BYTE = 'c';
    /** The byte that initially fills the server's buffer. */
    public static final int SERVER_BYTE = 's';

    private static final int IMMEDIATE = 1234;
    private static final long RECEIVE_ID = 100;
    private static final long SEND_ID = 1;

    /**
     * Creates buffers and registers them for local use.
     *
     * @param bed    the testbed.
     * @param pair   the two sides.
     * @param length the message length, in bytes.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length) {
        this(bed, pair, length, LOCAL_WRITE);
    }

    /**
     * Creates buffers and registers them.
     *
     * @param bed    the testbed.
     * @param pair   the two sides.
     * @param length the message length, in bytes.
     * @param access both regions' {@link Access} rights.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length, final int access) {
        this(bed, pair, length, access, TestBuffer::register);
    }

    /**
     * Creates buffers and registers them in a given way.
     *
     * @param bed    the testbed.
     * @param pair   the two sides.
     * @param length the message length, in bytes.
     * @param access both regions' {@link Access} rights.
     * @param way    registers the buffers.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length, final int access, final Registering way) {
        this(
                bed,
                pair,
                pair.client().register(pair.client().buffer(length), way, access),
                pair.server().register(pair.server().buffer(length), way, access));
        fill();
    }

    /** Restores the initial content of both buffers. */
    public void fill() {
        client.buffer().fill(CLIENT_BYTE);
        server.buffer().fill(SERVER_BYTE);
    }

    /** Discards both sides' pages and refills them. */
    public void takeAway() {
        client.buffer().discard();
        server.buffer().discard();
        fill();
    }

    /** Posts a Receive for one message on the server, into its current region. */
    public void postReceive() {
        postReceive(server.length());
    }

    /**
     * Posts a Receive on the server, into its current region.
     *
     * @param bytes the Receive's length, in bytes.
     */
    public void postReceive(final int bytes) {
        pair.server().receive(RECEIVE_ID, server.iova(), bytes, server.lkey());
    }

    private Endpoint post(final Consumer<ExtendedSendRequests> request) {
        return pair.client().post(client, client.length(), request);
    }

    /** Posts a SEND of the client's buffer. Returns the client. */
    public Endpoint postSend() {
        return post(sends -> sends.send(SEND_ID, SIGNALED));
    }

    /**
     * Posts a SEND of the client's buffer that invalidates one of the server's keys.
     *
     * @param rkey the key.
     */
    public void sendWithInvalidate(final int rkey) {
        post(sends -> sends.sendWithInvalidate(SEND_ID, 0, rkey));
    }

    /**
     * Sends a message and expects it to arrive in the server's memory. The server's region may have been changed to
     * cover other memory.
     *
     * @param memory the buffer in which the message must arrive.
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
     * Posts an RDMA WRITE of one side's buffer to the other side's buffer.
     *
     * @param from the side that writes.
     * @param rkey the key of the other side's region.
     * @return the writing side, whose completion can be awaited.
     */
    public Endpoint write(final Endpoint from, final int rkey) {
        final Memory own = from == pair.client() ? client : server;
        final Memory other = own == client ? server : client;
        return from.post(own, own.length(), sends -> sends.rdmaWrite(SEND_ID, SIGNALED, other.iova(), rkey));
    }

    /** Writes the client's buffer to the server's buffer and verifies the result there. */
    public void writeOver() {
        write(pair.client(), server.rkey()).nextSuccess("RDMA WRITE");
        server.buffer().expect(CLIENT_BYTE);
    }

    /** Reads the server's buffer into the client's buffer and verifies the result there. */
    public void readOver() {
        read(server.rkey()).nextSuccess("RDMA READ");
        client.buffer().expect(SERVER_BYTE);
    }

    /**
     * Posts an RDMA WRITE of the client's buffer.
     *
     * @param address the target address.
     * @param bytes   the number of bytes to write.
     * @param rkey    the key.
     * @return the client, whose completion can be awaited.
     */
    public Endpoint writeTo(final long address, final int bytes, final int rkey) {
        return pair.client().post(client, bytes, sends -> sends.rdmaWrite(SEND_ID, SIGNALED, address, rkey));
    }

    /**
     * Posts an RDMA READ of the server's buffer into the client's buffer.
     *
     * @param rkey the key of the server's region.
     * @return the client, whose completion can be awaited.
     */
    public Endpoint read(final int rkey) {
        return post(sends -> sends.rdmaRead(SEND_ID, SIGNALED, server.iova(), rkey));
    }

    /**
     * Posts a fetch-and-add on the first 8 bytes of the server's buffer. The old value goes to the client's buffer.
     *
     * @param add the addend.
     * @return the client, whose completion can be awaited.
     */
    public Endpoint fetchAndAdd(final long add) {
        return fetchAndAdd(server.iova(), server.rkey(), client.lkey(), add);
    }

    /**
     * Posts a fetch-and-add.
     *
     * @param address the address of the value.
     * @param rkey    the key of the value's memory.
     * @param lkey    the key of the client's memory.
     * @param add     the addend.
     * @return the client, whose completion can be awaited.
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
     * @param swap    the new value.
     * @return the client, whose completion can be awaited.
     */
    public Endpoint compareAndSwap(final long compare, final long swap) {
        return pair.client()
                .post(
                        client,
                        Long.BYTES,
                        sends -> sends.compareAndSwap(SEND_ID, SIGNALED, server.iova(), server.rkey(), compare, swap));
    }

    /**
     * Posts an atomic write to the first 8 bytes of the server's buffer.
     *
     * @param value the bytes.
     * @return the client, whose completion can be awaited.
     */
    public Endpoint atomicWrite(final long value) {
        return pair.client().post(sends -> sends.atomicWrite(SEND_ID, SIGNALED, server.iova(), server.rkey(), value));
    }

    /**
     * Posts a flush of the server's buffer.
     *
     * @param length      the length of the range, in bytes.
     * @param type        the type of the flush.
     * @param wholeRegion true to flush the whole region.
     * @return the client, whose completion can be awaited.
     */
    public Endpoint flush(final int length, final int type, final boolean wholeRegion) {
        return pair.client()
                .post(sends -> sends.flush(SEND_ID, SIGNALED, server.iova(), length, server.rkey(), type, wholeRegion));
    }

    /**
     * Expects every kind of message to transfer its data: SEND, RDMA WRITE and RDMA READ, and SEND and RDMA WRITE with
     * immediate data. The immediate data arrives with the Receive's completion. An RDMA WRITE consumes a Receive only
     * if it has immediate data.
     *
     * @param senderFlags the flags in the sender's completion of a request with immediate data.
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

    /** Waits until the testbed is idle, and discards both sides' completions. */
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
