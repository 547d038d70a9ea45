// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;

/** Receives messages into an arena's buffers, on any device that implements the verbs API. */
final class Receiver implements AutoCloseable {
    private final ReceiveArena arena;
    private final ReceiveRequests receives;
    private final Completions batch = new Completions(32);
    private final UnsafeBuffer message = new UnsafeBuffer();
    private final Consumer<DirectBuffer> handler;
    private final EventLoop loop;
    final CompletionQueue queue;
    final QueuePair queuePair;

    Receiver(
            final Device device,
            final ProtectionDomain domain,
            final EventLoop loop,
            final CompletionQueue sendQueue,
            final Consumer<DirectBuffer> handler) {
        this.handler = handler;
        this.loop = loop;
        arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(new DmaShardMapper(domain)) // 64 KB shards, each mapped for the device once
                .memory(device.memory())
                .bufferSize(4096));
        receives = device.newReceiveRequests(64);
        queue = device.createCompletionQueue(128, loop, this::onCompletionEvent);
        queuePair = device.connections().createQueuePair(domain, new QueuePairAttributes(sendQueue, queue, 16, 64, 1));
        for (int i = 0; i < 64; i++) {
            stage(arena.acquire()); // one buffer, one Receive
        }
        queuePair.postReceive(receives);
        queue.arm();
    }

    private void stage(final long buffer) {
        arena.stage(buffer, receives);
    }

    private void onCompletionEvent(final CompletionQueue ready) {
        do {
            receives.clear();
            for (int i = 0; i < batch.count(); i++) {
                onReceive(batch.wrId(i), batch.status(i), batch.byteLength(i));
            }
            if (receives.size() > 0) {
                queuePair.postReceive(receives);
            }
            ready.arm();
        } while (ready.poll(batch) > 0);
    }

    private void onReceive(final long buffer, final int status, final int length) {
        if (status != CompletionStatus.SUCCESS) {
            arena.release(buffer); // flushed: the connection ended
        } else {
            arena.syncForCpu(buffer, length);
            message.wrap(arena.address(buffer), length);
            handler.accept(message); // in place: no copy, no object
            stage(buffer);
        }
    }

    /** Flushes the posted Receives and closes everything; call it on the loop's thread. */
    @Override
    public void close() {
        queuePair.toError();
        while (arena.figures().buffersInUse() > 0) {
            loop.runOnce(1_000_000); // onReceive releases them
        }
        queuePair.close();
        queue.close();
        arena.close(); // fails while a buffer is in use
    }
}
