// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Messages of one length between the two sides of a pair, from and to a buffer and a region on each side. */
public final class Traffic {
    /** The byte that the client's buffer holds at first. */
    public static final int CLIENT_BYTE = 'c';
    /** The byte that the server's buffer holds at first. */
    public static final int SERVER_BYTE = 's';

    private static final long RECEIVE_ID = 100;
    private static final long SEND_ID = 1;

    private final Testbed bed;
    private final Pair pair;
    private final int length;
    private final TestBuffer clientBuffer;
    private final TestBuffer serverBuffer;
    private final ExtendedMemoryRegion clientRegion;
    private final ExtendedMemoryRegion serverRegion;

    /**
     * Makes buffers and registers them for local use.
     *
     * @param bed    the world.
     * @param pair   the two sides.
     * @param length bytes of a message.
     */
    public Traffic(final Testbed bed, final Pair pair, final int length) {
        this(bed, pair, length, Access.LOCAL_WRITE);
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
     * @param bed         the world.
     * @param pair        the two sides.
     * @param length      bytes of a message.
     * @param access      {@link Access} rights of both regions.
     * @param registering the way.
     */
    public Traffic(
            final Testbed bed, final Pair pair, final int length, final int access, final Registering registering) {
        this.bed = bed;
        this.pair = pair;
        this.length = length;
        clientBuffer = pair.client().buffer(length);
        serverBuffer = pair.server().buffer(length);
        clientBuffer.fill(CLIENT_BYTE);
        serverBuffer.fill(SERVER_BYTE);
        clientRegion = bed.own(registering.register(clientBuffer, pair.client().domain(), access));
        serverRegion = bed.own(registering.register(serverBuffer, pair.server().domain(), access));
    }

    /**
     * Returns the client's memory.
     *
     * @return its buffer.
     */
    public TestBuffer clientBuffer() {
        return clientBuffer;
    }

    /**
     * Returns the server's memory.
     *
     * @return its buffer.
     */
    public TestBuffer serverBuffer() {
        return serverBuffer;
    }

    /**
     * Returns the region over the client's memory.
     *
     * @return the region.
     */
    public ExtendedMemoryRegion clientRegion() {
        return clientRegion;
    }

    /**
     * Returns the region over the server's memory.
     *
     * @return the region.
     */
    public ExtendedMemoryRegion serverRegion() {
        return serverRegion;
    }

    /** Posts a Receive of a message on the server, into its region as it is now. */
    public void postReceive() {
        postReceive(length);
    }

    /**
     * Posts a Receive on the server, into its region as it is now.
     *
     * @param bytes of room.
     */
    public void postReceive(final int bytes) {
        pair.server().receive(RECEIVE_ID, serverRegion.iova(), bytes, serverRegion.lkey());
    }

    /** Posts a SEND of the client's buffer. */
    public void postSend() {
        final SendRequests sends = pair.client().sends();
        sends.send(SEND_ID, SendRequests.SIGNALED);
        sends.sge(clientRegion.iova(), length, clientRegion.lkey());
        pair.client().post();
    }

    /**
     * Posts a SEND of the client's buffer that invalidates a key of the server's.
     *
     * @param rkey the key.
     */
    public void sendWithInvalidate(final int rkey) {
        final SendRequests sends = pair.client().sends();
        sends.sendWithInvalidate(SEND_ID, 0, rkey);
        sends.sge(clientRegion.iova(), length, clientRegion.lkey());
        pair.client().post();
    }

    /**
     * Sends a message and expects it to arrive, in whatever memory the server's region covers now.
     *
     * @param memory the buffer in which it must arrive.
     */
    public void sendInto(final TestBuffer memory) {
        memory.fill(SERVER_BYTE);
        postReceive();
        postSend();
        pair.client().nextSuccess("SEND");
        Expect.equal(
                "bytes received", length, pair.server().nextSuccess("Receive").byteLength());
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
        final boolean isClient = from == pair.client();
        final ExtendedMemoryRegion own = isClient ? clientRegion : serverRegion;
        final ExtendedMemoryRegion other = isClient ? serverRegion : clientRegion;
        final SendRequests sends = from.sends();
        sends.rdmaWrite(SEND_ID, SendRequests.SIGNALED, other.iova(), rkey);
        sends.sge(own.iova(), length, own.lkey());
        from.post();
        return from;
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
        final SendRequests sends = pair.client().sends();
        sends.rdmaWrite(SEND_ID, SendRequests.SIGNALED, address, rkey);
        sends.sge(clientRegion.iova(), bytes, clientRegion.lkey());
        pair.client().post();
        return pair.client();
    }

    /**
     * Posts a SEND of the client's buffer with immediate data.
     *
     * @param immediate the data.
     */
    public void sendWithImmediate(final int immediate) {
        final SendRequests sends = pair.client().sends();
        sends.sendWithImmediate(SEND_ID, SendRequests.SIGNALED, immediate);
        sends.sge(clientRegion.iova(), length, clientRegion.lkey());
        pair.client().post();
    }

    /**
     * Posts an RDMA WRITE of the client's buffer with immediate data.
     *
     * @param rkey      the key of the server's region.
     * @param immediate the data.
     */
    public void writeWithImmediate(final int rkey, final int immediate) {
        final SendRequests sends = pair.client().sends();
        sends.rdmaWriteWithImmediate(SEND_ID, SendRequests.SIGNALED, serverRegion.iova(), rkey, immediate);
        sends.sge(clientRegion.iova(), length, clientRegion.lkey());
        pair.client().post();
    }

    /**
     * Posts an RDMA READ of the server's buffer into the client's.
     *
     * @param rkey the key of the server's region.
     * @return the client, to wait for the completion.
     */
    public Endpoint read(final int rkey) {
        final SendRequests sends = pair.client().sends();
        sends.rdmaRead(SEND_ID, SendRequests.SIGNALED, serverRegion.iova(), rkey);
        sends.sge(clientRegion.iova(), length, clientRegion.lkey());
        pair.client().post();
        return pair.client();
    }

    /** Waits until nothing happens any more, and drops the completions of both sides. */
    public void forgetCompletions() {
        bed.settle();
        pair.client().drain();
        pair.server().drain();
    }
}
