// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.verbs.QueuePairParameter.ACCESS_FLAGS;
import static org.rpcrdma.verbs.QueuePairParameter.DESTINATION_NUMBER;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_DESTINATION_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MIN_RNR_TIMER;
import static org.rpcrdma.verbs.QueuePairParameter.PATH_MTU;
import static org.rpcrdma.verbs.QueuePairParameter.PKEY_INDEX;
import static org.rpcrdma.verbs.QueuePairParameter.PORT;
import static org.rpcrdma.verbs.QueuePairParameter.QKEY;
import static org.rpcrdma.verbs.QueuePairParameter.RECEIVE_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.RETRY_COUNT;
import static org.rpcrdma.verbs.QueuePairParameter.RNR_RETRY;
import static org.rpcrdma.verbs.QueuePairParameter.SEND_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.TIMEOUT;
import static org.rpcrdma.verbs.QueuePairState.INIT;
import static org.rpcrdma.verbs.QueuePairState.RESET;
import static org.rpcrdma.verbs.QueuePairState.RTR;
import static org.rpcrdma.verbs.QueuePairState.RTS;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/**
 * A queue pair with a hostile peer. It has posted Receives and, if it is reliable, requests that the peer may answer.
 * The memory around the granted ranges must remain unchanged.
 *
 * <pre>
 * guard | granted: read, write, atomics | guard | Receives | guard | answers | guard | secret | guard | other domain's
 * </pre>
 */
final class HostileTarget implements AutoCloseable {
    static final int QUEUE_KEY = 0x77;
    private static final int PART = 8192;
    private static final int PARTS = 11;
    private static final int GRANTED = 1;
    private static final int RECEIVES = 3;
    private static final int ANSWERS = 5;
    private static final int SECRET = 7;
    private static final int FOREIGN = 9;
    private static final byte GUARD = 0x5a;
    private static final int DEPTH = 8;
    private static final int MTU = 1024;
    private static final int FIRST_PSN_RANGE = 1 << 24;
    private static final int READ_LENGTH = 5000;

    final MemoryRegion granted;
    final MemoryRegion secret;
    final MemoryRegion foreign;
    final QueuePair queuePair;
    int psn;
    int receivesTaken;

    private final QueuePairType type;
    private final Gid peer;
    private final SeededRandom random;
    private final MemoryBlock block;
    private final UnsafeBuffer memory;
    private final ExtendedProtectionDomain domain;
    private final ExtendedProtectionDomain otherDomain;
    private final MemoryRegion receives;
    private final MemoryRegion answers;
    private final CompletionQueue completions;
    private final Completions batch = new Completions(64);
    private final ReceiveRequests receiveRequests;
    private final SendRequests sendRequests;
    private int outstanding;

    HostileTarget(final ExtendedDevice device, final QueuePairType type, final Gid peer, final SeededRandom random) {
        this.type = type;
        this.peer = peer;
        this.random = random;
        block = device.memory().allocate(PARTS * PART, 4096);
        memory = new UnsafeBuffer(block.address(), PARTS * PART);
        memory.setMemory(0, PARTS * PART, GUARD);
        domain = device.allocateProtectionDomain();
        otherDomain = device.allocateProtectionDomain();
        granted = region(domain, GRANTED, Access.LOCAL_WRITE | Access.REMOTE);
        receives = region(domain, RECEIVES, Access.LOCAL_WRITE);
        answers = region(domain, ANSWERS, Access.LOCAL_WRITE);
        secret = region(domain, SECRET, Access.LOCAL_WRITE);
        foreign = region(otherDomain, FOREIGN, Access.LOCAL_WRITE | Access.REMOTE);
        completions = device.createCompletionQueue(8 * DEPTH, device.newEventLoop(), ready -> {});
        queuePair = domain.createQueuePair(
                new QueuePairAttributes(completions, completions, DEPTH, DEPTH, 1).withType(type));
        receiveRequests = device.newReceiveRequests(1);
        sendRequests = device.newSendRequests(DEPTH, 1);
        connect();
    }

    private MemoryRegion region(final ExtendedProtectionDomain of, final int part, final int access) {
        final long address = block.address() + (long) part * PART;
        return of.registerMemory(address, PART, address, access);
    }

    /** Reconnects the queue pair with a different initial PSN. */
    void connect() {
        queuePair.modify(new QueuePairParameters().state(RESET));
        poll();
        outstanding = 0;
        psn = random.nextInt(FIRST_PSN_RANGE);
        final QueuePairParameters init =
                new QueuePairParameters().state(INIT).set(PKEY_INDEX, 0).set(PORT, 1);
        final QueuePairParameters receive = new QueuePairParameters().state(RTR);
        final QueuePairParameters send = new QueuePairParameters().state(RTS).set(SEND_PSN, psn);
        if (type == QueuePairType.UD) {
            init.set(QKEY, QUEUE_KEY);
        } else {
            init.set(ACCESS_FLAGS, Access.LOCAL_WRITE | Access.REMOTE);
            receive.addressVector(new AddressVector(peer, 0, 1))
                    .set(PATH_MTU, MTU)
                    .set(DESTINATION_NUMBER, 5)
                    .set(RECEIVE_PSN, psn);
        }
        if (type == QueuePairType.RC) {
            receive.set(MAX_DESTINATION_READ_ATOMIC, 4).set(MIN_RNR_TIMER, 1);
            send.set(TIMEOUT, 0).set(RETRY_COUNT, 7).set(RNR_RETRY, 7).set(MAX_READ_ATOMIC, 4);
        }
        queuePair.modify(init);
        queuePair.modify(receive);
        queuePair.modify(send);
        postReceives();
        if (type == QueuePairType.RC) {
            ask();
        }
    }

    private void postReceives() {
        for (int i = 0; i < 4; i++) {
            receiveRequests.clear();
            receiveRequests.receive(1, receives.address(), random.nextInt(PART), receives.lkey());
            queuePair.postReceive(receiveRequests);
            outstanding++;
        }
    }

    /** Posts requests that the peer may answer. */
    private void ask() {
        sendRequests.clear();
        sendRequests.rdmaRead(2, SendRequests.SIGNALED, granted.address(), 7);
        sendRequests.sge(answers.address(), READ_LENGTH, answers.lkey());
        sendRequests.fetchAndAdd(3, SendRequests.SIGNALED, granted.address(), 7, 1);
        sendRequests.sge(answers.address(), Long.BYTES, answers.lkey());
        sendRequests.send(4, SendRequests.SIGNALED);
        sendRequests.sge(answers.address(), READ_LENGTH, answers.lkey());
        queuePair.postSend(sendRequests);
        outstanding += 3;
    }

    /** Polls completions, and reconnects if the queue pair has failed. */
    void look() {
        poll();
        if (queuePair.state() != RTS || outstanding == 0) {
            connect();
        }
    }

    private void poll() {
        completions.poll(batch);
        for (int i = 0; i < batch.count(); i++) {
            if (batch.wrId(i) == 1 && batch.status(i) == CompletionStatus.SUCCESS) {
                receivesTaken++;
                assertTrue(batch.byteLength(i) <= PART, "length=" + batch.byteLength(i));
            }
            outstanding--;
        }
        assertTrue(outstanding >= 0, "more completions than requests: outstanding=" + outstanding);
    }

    /** Proves that the peer wrote only to granted memory and posted buffers. */
    void assertUntouched() {
        for (int part = 0; part < PARTS; part++) {
            if (part != GRANTED && part != RECEIVES && part != ANSWERS) {
                for (int i = 0; i < PART; i++) {
                    assertEquals(GUARD, memory.getByte(part * PART + i), "part=" + part + " byte=" + i);
                }
            }
        }
        for (int i = READ_LENGTH; i < PART; i++) {
            assertEquals(GUARD, memory.getByte(ANSWERS * PART + i), "answers' byte=" + i);
        }
    }

    @Override
    public void close() {
        queuePair.close();
        completions.close();
        for (final MemoryRegion region : new MemoryRegion[] {granted, receives, answers, secret, foreign}) {
            region.close();
        }
        domain.close();
        otherDomain.close();
        block.close();
    }
}
