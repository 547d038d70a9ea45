// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.REMOTE;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.collections.IntArrayQueue;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** One side of a connection: a queue pair, and memory that the peer may read and write. */
final class Channel implements ConnectionHandler, AutoCloseable {
    /** The maximum number of Receives, and of outstanding requests. */
    static final int DEPTH = 128;

    /** Parameters that request one RDMA READ at a time in each direction, and the maximum number of retries. */
    static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 1, 7, 7);

    private static final int PAGE = 4096;

    private final Host host;
    private final CompletionQueue queue;
    private final MemoryBlock memory;
    private final MemoryRegion region;
    private final QueuePair queuePair;
    private final ReceiveRequests receives;
    private final SendRequests sends;
    private final Completions batch = new Completions(DEPTH);
    private final IntArrayQueue arrived = new IntArrayQueue();
    private Connection connection;
    private boolean isEstablished;
    private String end;
    private int outstanding;
    /** The length of the Receives that are reposted automatically, or 0 if Receives are not reposted. */
    private int sinkLength;

    private int sinkOffset;

    /**
     * Creates an unconnected channel.
     *
     * @param length the size of the channel's memory in bytes.
     */
    Channel(final Host host, final int length) {
        this.host = host;
        queue = host.device().createCompletionQueue(2 * DEPTH, host.loop(), this::onCompletionEvent);
        memory = host.device().memory().allocate(length, PAGE);
        region = host.domain().registerMemory(memory.address(), length, memory.address(), LOCAL_WRITE | REMOTE);
        queuePair = host.device()
                .connections()
                .createQueuePair(host.domain(), new QueuePairAttributes(queue, queue, DEPTH, DEPTH, 1));
        receives = host.device().newReceiveRequests(1);
        sends = host.device().newSendRequests(1, 1);
        memory.buffer().order(ByteOrder.BIG_ENDIAN);
        queue.arm();
    }

    /** Returns the memory, in network byte order. */
    ByteBuffer memory() {
        return memory.buffer();
    }

    /** Returns the address at which peers access an offset within the memory. */
    long address(final int offset) {
        return region.iova() + offset;
    }

    int rkey() {
        return region.rkey();
    }

    int number() {
        return queuePair.number();
    }

    /**
     * Connects the channel.
     *
     * @throws IllegalStateException if the peer rejects the connection; the message contains the reason.
     */
    void connect(final InetSocketAddress remote, final ConnectionParameters parameters) {
        connection = host.device().connections().connect(remote, queuePair, parameters, host.loop(), this);
        host.await(() -> isEstablished || end != null, "connection");
        check();
    }

    /** Accepts a peer's request on this channel. */
    void accept(final ConnectionRequest request, final ConnectionParameters parameters) {
        connection = request.accept(queuePair, parameters, host.loop(), this);
    }

    /** Posts a Receive. */
    void receive(final int offset, final int length) {
        receives.clear();
        receives.receive(offset, address(offset), length, region.lkey());
        queuePair.postReceive(receives);
    }

    /** Posts the maximum number of Receives, all to the same location, and reposts each one after a message. */
    void receiveAlways(final int offset, final int length) {
        sinkOffset = offset;
        sinkLength = length;
        for (int i = 0; i < DEPTH; i++) {
            receive(offset, length);
        }
    }

    /** Sends a message without waiting for its completion. */
    void send(final int offset, final int length) {
        sends.clear();
        sends.send(offset, SendRequests.SIGNALED);
        post(offset, length);
    }

    /** Reads the peer's memory without waiting for the completion. */
    void read(final int offset, final int length, final long remoteAddress, final int remoteKey) {
        sends.clear();
        sends.rdmaRead(offset, SendRequests.SIGNALED, remoteAddress, remoteKey);
        post(offset, length);
    }

    /** Writes to the peer's memory without waiting for the completion. */
    void write(final int offset, final int length, final long remoteAddress, final int remoteKey) {
        sends.clear();
        sends.rdmaWrite(offset, SendRequests.SIGNALED, remoteAddress, remoteKey);
        post(offset, length);
    }

    private void post(final int offset, final int length) {
        sends.sge(address(offset), length, region.lkey());
        queuePair.postSend(sends);
        outstanding++;
    }

    /**
     * Waits until at most the given number of requests is outstanding.
     *
     * @throws IllegalStateException if a request fails.
     */
    void awaitSent(final int most) {
        host.await(() -> outstanding <= most || end != null, "completion");
        if (outstanding > most) {
            check();
        }
    }

    /** Returns true if a message is available for {@link #takeArrived}. */
    boolean hasArrived() {
        return !arrived.isEmpty();
    }

    /** Returns the length of the next message that has arrived. */
    int takeArrived() {
        return arrived.pollInt();
    }

    /**
     * Waits for a message.
     *
     * @return the message's length, or -1 if the peer has disconnected.
     */
    int awaitMessage() {
        host.await(() -> hasArrived() || end != null, "message");
        return hasArrived() ? takeArrived() : -1;
    }

    boolean isEstablished() {
        return isEstablished;
    }

    /** Returns true if the connection has ended. */
    boolean hasEnded() {
        return end != null;
    }

    private void check() {
        if (end != null) {
            throw new IllegalStateException(end);
        }
    }

    private void onCompletionEvent(final CompletionQueue ready) {
        do {
            for (int i = 0; i < batch.count(); i++) {
                onCompletion(i);
            }
            ready.arm();
        } while (ready.poll(batch) > 0);
    }

    private void onCompletion(final int i) {
        if (batch.status(i) != CompletionStatus.SUCCESS) {
            finish("the peer failed: status=" + CompletionStatus.name(batch.status(i)));
        } else if (!CompletionOpcode.isReceive(batch.opcode(i))) {
            outstanding--;
        } else if (sinkLength == 0) {
            arrived.addInt(batch.byteLength(i));
        } else {
            receive(sinkOffset, sinkLength);
        }
    }

    private void finish(final String why) {
        if (end == null) {
            end = why;
        }
    }

    @Override
    public void onEstablished(final Connection established, final byte[] privateData) {
        isEstablished = true;
    }

    @Override
    public void onRejected(final Connection rejected, final String reason) {
        finish("not connected: " + reason);
    }

    @Override
    public void onDisconnected(final Connection disconnected) {
        finish("the peer has disconnected");
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.disconnect();
            host.await(this::hasEnded, "end of the connection");
        }
        queuePair.close();
        region.close();
        memory.close();
        queue.close();
    }
}
