// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/**
 * A queue pair and the memory for its messages. One half of the memory is for outgoing messages, the other half for
 * incoming messages.
 */
final class VerbsEnd implements Sender, AutoCloseable {
    /** The minimum number of posted Receives, as in perftest. */
    private static final int LEAST_RECEIVES = 512;

    private static final int RECEIVES_AT_ONCE = 32;
    private static final int ALIGNMENT = 4096;

    /** The maximum length of inline messages in a latency test, in bytes, as in perftest. */
    private static final int INLINE_BYTES = 220;

    private final PerfTest test;
    private final int bytes;
    private final int number;
    private final int half;
    private final Parts parts = new Parts();
    private final MemoryBlock memory;
    private final MemoryRegion region;
    private final QueuePair queuePair;
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private final int receiveDepth;
    private final int inline;
    private final UnsafeBuffer outgoing;
    private long remoteAddress;
    private int remoteKey;

    /**
     * Creates a queue pair, and posts Receives if the test needs them.
     *
     * @param offer  describes the messages.
     * @param list   the number of messages posted per call.
     * @param number the number that the ids of its work requests contain.
     */
    VerbsEnd(
            final Device device,
            final ProtectionDomain domain,
            final PolledQueue queue,
            final TestOffer offer,
            final int list,
            final int number) {
        test = offer.test();
        bytes = offer.bytes();
        this.number = number;
        half = half(offer);
        try {
            memory = parts.keep(device.memory().allocate(memoryBytes(offer), ALIGNMENT));
            region = parts.keep(domain.registerMemory(
                    memory.address(),
                    memory.length(),
                    memory.address(),
                    Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_READ));
            final DeviceAttributes limits = device.attributes();
            receiveDepth = receiveDepth(offer, limits);
            queuePair = parts.keep(device.connections()
                    .createQueuePair(
                            domain,
                            new QueuePairAttributes(queue.queue(), queue.queue(), 1, 1, 1)
                                    .withCapabilities(new QueuePairCapabilities(
                                            sendDepth(offer, limits),
                                            Math.max(1, receiveDepth),
                                            1,
                                            1,
                                            inline(limits)))));
            inline = isInline() && queuePair.capabilities().maxInlineData() >= bytes ? SendRequests.INLINE : 0;
            outgoing = new UnsafeBuffer(memory.address(), half);
            sends = device.newSendRequests(list, 1);
            receives = device.newReceiveRequests(RECEIVES_AT_ONCE);
            receive(receiveDepth);
        } catch (final RuntimeException | OutOfMemoryError e) {
            parts.close();
            throw e;
        }
    }

    private static int half(final TestOffer offer) {
        return (offer.bytes() + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** Returns the number of bytes that one end allocates. */
    static long memoryBytes(final TestOffer offer) {
        return 2L * half(offer);
    }

    /**
     * Returns the length of the send queue. Messages that precede the last signalled message may still occupy slots.
     */
    static int sendDepth(final TestOffer offer, final DeviceAttributes limits) {
        return Math.min(2 * Math.max(PingSender.SIGNAL_EVERY, offer.txDepth()), limits.maxQpWr());
    }

    /** Returns the number of Receives to keep posted; 0 if the test needs none. */
    static int receiveDepth(final TestOffer offer, final DeviceAttributes limits) {
        return offer.test().isSend() ? Math.min(Math.max(LEAST_RECEIVES, 2 * offer.txDepth()), limits.maxQpWr()) : 0;
    }

    private boolean isInline() {
        return test.isLatency() && !test.isRead() && bytes <= INLINE_BYTES;
    }

    private int inline(final DeviceAttributes limits) {
        return isInline() && (limits.maxInlineData() == 0 || limits.maxInlineData() >= bytes) ? bytes : 0;
    }

    QueuePair queuePair() {
        return queuePair;
    }

    /** Returns the address at which the peer's messages arrive. */
    long landing() {
        return region.iova() + half;
    }

    int rkey() {
        return region.rkey();
    }

    /** Returns the number of bytes that the peer may read and write. */
    int room() {
        return half;
    }

    /** Sets the address to which messages are written. */
    void remote(final long address, final int rkey) {
        remoteAddress = address;
        remoteKey = rkey;
    }

    /** Watches the last byte that the peer writes. */
    LandedByte newLandedByte() {
        return new LandedByte(new UnsafeBuffer(memory.address() + half, half), bytes - 1);
    }

    /** Sets the last byte of all subsequent messages. */
    void mark(final byte value) {
        outgoing.putByte(bytes - 1, value);
    }

    @Override
    public void send(final int messages, final int completing) {
        sends.clear();
        for (int i = 1; i <= messages; i++) {
            final boolean isSignaled = i == messages && completing > 0;
            stage(MessageId.sent(number, completing), (isSignaled ? SendRequests.SIGNALED : 0) | inline);
            sends.sge(test.isRead() ? landing() : region.iova(), bytes, region.lkey());
        }
        queuePair.postSend(sends);
    }

    private void stage(final long id, final int flags) {
        if (test.isSend()) {
            sends.send(id, flags);
        } else if (test.isRead()) {
            sends.rdmaRead(id, flags, remoteAddress, remoteKey);
        } else {
            sends.rdmaWrite(id, flags, remoteAddress, remoteKey);
        }
    }

    /** Writes 0 bytes to the peer, which fails if the peer is gone. */
    void probe() {
        sends.clear();
        sends.rdmaWrite(MessageId.PROBE, SendRequests.SIGNALED, remoteAddress, remoteKey);
        queuePair.postSend(sends);
    }

    /** Posts Receives. */
    void receive(final int messages) {
        for (int left = messages; left > 0; left -= RECEIVES_AT_ONCE) {
            receives.clear();
            for (int i = 0; i < Math.min(left, RECEIVES_AT_ONCE); i++) {
                receives.receive(MessageId.received(number), landing(), bytes, region.lkey());
            }
            queuePair.postReceive(receives);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
