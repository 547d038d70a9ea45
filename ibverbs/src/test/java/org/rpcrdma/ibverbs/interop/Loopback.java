// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.REMOTE;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/**
 * A device whose queue pairs are connected to each other, with memory for messages. Each message contains a different
 * pattern.
 */
final class Loopback implements AutoCloseable {
    static final int MESSAGES = 16;
    static final int LENGTH = 1024;
    static final int PORT = 20050;
    static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[] {1, 2, 3}, 4, 6, 6);

    private static final int ENTRIES = 4 * MESSAGES;
    private static final long TIMEOUT_NANOS = 60_000_000_000L;

    final Device device;
    final EventLoop loop;
    final ProtectionDomain domain;
    final CompletionQueue queue;

    /** The memory for messages. The upper half is the source, and the lower half is the destination. */
    final MemoryBlock memory;

    final MemoryRegion region;

    /** The number of completion events. The queue must be armed again for each event. */
    int events;

    private final ArrayDeque<AutoCloseable> owned = new ArrayDeque<>();

    Loopback(final String name) {
        device = Devices.open(name);
        loop = device.newEventLoop();
        domain = device.allocateProtectionDomain();
        queue = device.createCompletionQueue(ENTRIES, loop, polled -> events++);
        memory = device.memory().allocate(2L * MESSAGES * LENGTH, 4096);
        region = domain.registerMemory(memory.address(), memory.length(), memory.address(), LOCAL_WRITE | REMOTE);
        for (int i = 0; i < MESSAGES; i++) {
            for (int at = 0; at < LENGTH; at++) {
                memory.buffer().put((MESSAGES + i) * LENGTH + at, (byte) (i + at));
            }
        }
    }

    static void check(final boolean condition, final String what) {
        if (!condition) {
            throw new IllegalStateException("not so: " + what);
        }
    }

    /**
     * Registers an object that must be closed before the queues and the domain. The objects are closed in the reverse
     * order of their registration.
     */
    <T extends AutoCloseable> T own(final T object) {
        owned.push(object);
        return object;
    }

    QueuePair newQueuePair() {
        return newQueuePair(queue);
    }

    QueuePair newQueuePair(final CompletionQueue sends) {
        final QueuePairAttributes attributes = new QueuePairAttributes(sends, queue, 2 * MESSAGES, MESSAGES, 1);
        return own(device.connections().createQueuePair(domain, attributes));
    }

    /** Connects a new queue pair to a server's queue pair. */
    Peers connect(final QueuePair server) {
        return connect(device.connections().localAddress(), newQueuePair(), server);
    }

    Peers connect(final InetAddress address, final QueuePair client, final QueuePair server) {
        final Peers peers = new Peers(client, server);
        final AutoCloseable listener =
                device.connections().listen(PORT, loop, request -> request.accept(server, PARAMETERS, loop, peers));
        device.connections().connect(new InetSocketAddress(address, PORT), client, PARAMETERS, loop, peers);
        runUntil(() -> peers.established == 2, "both sides are established: " + address);
        close(listener);
        return peers;
    }

    void runUntil(final BooleanSupplier condition, final String what) {
        final long begun = loop.nanoTime();
        while (!condition.getAsBoolean()) {
            loop.runOnce(TIMEOUT_NANOS);
            check(loop.nanoTime() - begun < TIMEOUT_NANOS, what);
        }
        System.out.println(what);
    }

    /** Returns Receives for the given number of messages, each of which is stored at a different offset. */
    ReceiveRequests receives(final int count) {
        final ReceiveRequests receives = device.newReceiveRequests(count);
        for (int i = 0; i < count; i++) {
            receives.receive(i, arrives(i), LENGTH, region.lkey());
        }
        return receives;
    }

    long arrives(final int i) {
        return region.iova() + (long) i * LENGTH;
    }

    long source(final int i) {
        return arrives(MESSAGES + i);
    }

    /**
     * Sends messages with consecutive numbers, starting with {@code first}. Their completions have the same numbers,
     * which are higher than the numbers of all Receives.
     */
    void send(final QueuePair from, final int first, final int count, final int flags) {
        final SendRequests sends = device.newSendRequests(count, 1);
        for (int i = first; i < first + count; i++) {
            sends.send(MESSAGES + i, flags);
            sends.sge(source(i), LENGTH, region.lkey());
        }
        from.postSend(sends);
    }

    /** Writes a message to the destination of another pair, using the given key. Returns the completion's status. */
    int write(final QueuePair from, final int i, final int rkey) {
        final SendRequests sends = device.newSendRequests(1, 1);
        sends.rdmaWrite(i, SendRequests.SIGNALED, arrives(i), rkey);
        sends.sge(source(i), LENGTH, region.lkey());
        from.postSend(sends);
        return poll(1).status(0);
    }

    void checkArrived(final int i) {
        for (int at = i * LENGTH; at < (i + 1) * LENGTH; at++) {
            check(memory.buffer().get(at) == memory.buffer().get(MESSAGES * LENGTH + at), "byte " + at);
        }
    }

    /** Waits for the given number of completions. */
    Completions poll(final int count) {
        final Completions batch = new Completions(count);
        final Completions all = new Completions(count);
        while (all.count() < count) {
            check(loop.await(queue, TIMEOUT_NANOS), "completions in time: " + all.count() + " of " + count);
            queue.poll(batch);
            for (int i = 0; i < batch.count(); i++) {
                all.append(
                        batch.wrId(i),
                        batch.status(i),
                        batch.qpNumber(i),
                        batch.opcode(i),
                        batch.byteLength(i),
                        batch.flags(i),
                        batch.invalidatedKey(i),
                        batch.sourceQueuePair(i));
            }
        }
        return all;
    }

    /** Waits for the given number of completions, and checks that all of them are successful. */
    Completions succeed(final int count) {
        final Completions all = poll(count);
        for (int i = 0; i < count; i++) {
            check(all.status(i) == CompletionStatus.SUCCESS, CompletionStatus.name(all.status(i)));
        }
        return all;
    }

    @Override
    public void close() {
        while (!owned.isEmpty()) {
            close(owned.pop());
        }
        region.close();
        memory.close();
        queue.close();
        domain.close();
        device.close();
    }

    private static void close(final AutoCloseable object) {
        try {
            object.close();
        } catch (final Exception e) {
            throw new IllegalStateException("not closed: " + object, e);
        }
    }
}
