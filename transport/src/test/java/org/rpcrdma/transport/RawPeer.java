// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.PORT;
import static org.rpcrdma.transport.TransportFixture.SERVER_IP;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** A peer that sends arbitrary bytes and keeps the bytes that it receives. */
public final class RawPeer implements ConnectionHandler, AutoCloseable {
    private static final int SLOT = 4096;
    private static final int SLOTS = 64;

    public final List<UnsafeBuffer> messages = new ArrayList<>();
    final List<Integer> invalidated = new ArrayList<>();
    public boolean connected;
    public boolean disconnected;

    /**
     * True if the peer does not repost Receives, so that it receives only the messages for which Receives are already
     * posted.
     */
    public boolean stalled;

    /** The status of the last send that failed, or null. */
    String failure;

    byte[] privateData;
    private final SimulatedDevice device;
    private final EventLoop loop;
    private final ConnectionParameters parameters;
    private final ProtectionDomain domain;
    private final MemoryBlock block;
    final UnsafeBuffer memory;
    private final long iova;
    private final Completions batch = new Completions(16);
    private final ReceiveRequests receives;
    private final SendRequests sends;
    private CompletionQueue queue;
    private QueuePair queuePair;
    private AutoCloseable listener;

    public RawPeer(final SimulatedDevice device, final byte[] offered) {
        this(device, offered, 0);
    }

    /** Creates a peer. If the peer has no posted Receive, the other side retries the given number of times. */
    RawPeer(final SimulatedDevice device, final byte[] offered, final int rnrRetries) {
        this.device = device;
        loop = device.newEventLoop();
        parameters = new ConnectionParameters(offered, 16, 6, rnrRetries);
        domain = device.allocateProtectionDomain();
        block = device.memory().allocate(SLOT * (SLOTS + 1), 4096);
        memory = new UnsafeBuffer(block.address(), SLOT * (SLOTS + 1));
        iova = device.dma().map(block.address(), block.length(), DmaDirection.BIDIRECTIONAL);
        receives = device.newReceiveRequests(1);
        sends = device.newSendRequests(1, 1);
    }

    private void open() {
        if (queuePair != null) {
            disconnect();
        }
        queue = device.createCompletionQueue(1024, loop, this::onEvent);
        queuePair = device.connections().createQueuePair(domain, new QueuePairAttributes(queue, queue, 256, SLOTS, 1));
        queue.arm();
        connected = false;
        disconnected = false;
        for (int slot = 0; slot < SLOTS; slot++) {
            postReceive(slot);
        }
    }

    public void connect() {
        open();
        device.connections().connect(new InetSocketAddress(SERVER_IP, PORT), queuePair, parameters, loop, this);
    }

    /** Grants the peer's own connections access to memory of its device. */
    public MemoryRegion grant(final long address, final long length, final long at, final int access) {
        return domain.registerMemory(address, length, at, access);
    }

    /**
     * Grants access to the peer's Receive memory by a fast registration. A Send from the other side may invalidate its
     * key.
     */
    FastRegisterRegion grantUntilInvalidated(final int slots, final long at, final int access) {
        final FastRegisterRegion region = domain.allocateFastRegisterRegion(slots);
        region.setPages(new long[] {iova}, new int[] {slots * SLOT}, 1, at);
        sends.clear();
        sends.registerMemory(SLOTS, 0, region, region.key(), access);
        queuePair.postSend(sends);
        return region;
    }

    void listen() {
        listener = device.connections().listen(PORT, loop, request -> {
            open();
            request.accept(queuePair, parameters, loop, this);
        });
    }

    private void postReceive(final int slot) {
        receives.clear();
        receives.receive(slot, iova + (long) SLOT * slot, SLOT, domain.localDmaLkey());
        queuePair.postReceive(receives);
    }

    private void onEvent(final CompletionQueue ready) {
        drain(ready);
        ready.arm();
        drain(ready);
    }

    private void drain(final CompletionQueue ready) {
        while (ready.poll(batch) > 0) {
            for (int i = 0; i < batch.count(); i++) {
                if (batch.wrId(i) == SLOTS && batch.status(i) != CompletionStatus.SUCCESS) {
                    failure = CompletionStatus.name(batch.status(i));
                }
                if (batch.wrId(i) < SLOTS && batch.status(i) == CompletionStatus.SUCCESS) {
                    receive((int) batch.wrId(i), i);
                }
            }
        }
    }

    private void receive(final int slot, final int i) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[batch.byteLength(i)]);
        memory.getBytes(slot * SLOT, message, 0, message.capacity());
        messages.add(message);
        if ((batch.flags(i) & Completions.WITH_INVALIDATE) != 0) {
            invalidated.add(batch.invalidatedKey(i));
        }
        if (!stalled) {
            postReceive(slot);
        }
    }

    /** Sends a message from the only send slot. The previous message must have arrived. */
    public void send(final UnsafeBuffer bytes, final int length) {
        sends.clear();
        sends.send(SLOTS, SendRequests.SIGNALED);
        post(bytes, length);
    }

    void sendWithInvalidate(final UnsafeBuffer bytes, final int length, final int key) {
        sends.clear();
        sends.sendWithInvalidate(SLOTS, SendRequests.SIGNALED, key);
        post(bytes, length);
    }

    /** Writes to, or reads from, memory of the other side. */
    void reach(final boolean writes, final long address, final int key) {
        sends.clear();
        if (writes) {
            sends.rdmaWrite(SLOTS, SendRequests.SIGNALED, address, key);
        } else {
            sends.rdmaRead(SLOTS, SendRequests.SIGNALED, address, key);
        }
        sends.sge(iova + (long) SLOTS * SLOT, 8, domain.localDmaLkey());
        queuePair.postSend(sends);
    }

    private void post(final UnsafeBuffer bytes, final int length) {
        assertTrue(length <= SLOT);
        memory.putBytes(SLOTS * SLOT, bytes, 0, length);
        sends.sge(iova + (long) SLOTS * SLOT, length, domain.localDmaLkey());
        queuePair.postSend(sends);
    }

    @Override
    public void onEstablished(final Connection connection, final byte[] data) {
        connected = true;
        privateData = data;
    }

    @Override
    public void onRejected(final Connection connection, final String reason) {
        disconnected = true;
    }

    @Override
    public void onDisconnected(final Connection connection) {
        disconnected = true;
    }

    public void disconnect() {
        queuePair.close();
        queue.close();
        queuePair = null;
    }

    @Override
    public void close() {
        if (queuePair != null) {
            disconnect();
        }
        if (listener != null) {
            CloseHelper.close(listener);
        }
        domain.close();
        device.dma().unmap(iova, block.length(), DmaDirection.BIDIRECTIONAL);
        block.close();
    }
}
