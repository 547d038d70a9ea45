/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.ReceiveRequests;

/**
 * The Receives of a connection. Its buffers are taken from an arena once, and are then in one of three places:
 *
 * <pre>
 *           post, in batches              message arrives
 *   free ----------------------> posted ------------------> busy
 *    ^      last freed first                                  |
 *    +--------------------------------------------------------+
 *                        the message is done with
 * </pre>
 *
 * <p>A batch is posted when the Receives posted fall below the depth, which is the credits. Where buffers are scarce a batch
 * waits until it is whole, but never so long that a message which the peer has a credit for would find no Receive: every
 * credit is covered by a posted Receive or used up by a busy buffer. So buffers as many as credits are enough.
 */
final class ReceiveBuffers {
    private final ReceiveArena arena;
    private final QueuePair queuePair;
    private final ReceiveRequests chain;
    private final int depth;
    private final int batch;
    private final long[] buffers;
    private final long[] free;
    private int acquired;
    private int freeCount;
    private int posted;
    private int busy;
    private long totalPosted;
    private long totalPosts;

    /** Takes the buffers; where one is not to be had, everything is given back and the arena closed. */
    ReceiveBuffers(
            final ReceiveArena arena,
            final QueuePair queuePair,
            final ReceiveRequests chain,
            final int depth,
            final int batch,
            final int count) {
        this.arena = arena;
        this.queuePair = queuePair;
        this.chain = chain;
        this.depth = depth;
        this.batch = batch;
        buffers = new long[count];
        free = new long[count];
        try {
            while (acquired < count) {
                buffers[acquired] = arena.acquire();
                free[acquired] = buffers[acquired];
                acquired++;
            }
            freeCount = count;
        } catch (final RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Posts the first Receives, as many as the depth. */
    void fill() {
        post(depth);
    }

    /** Posts what is due. */
    void topUp() {
        while (posted < depth && freeCount > 0 && (freeCount >= batch || posted + busy < depth)) {
            post(Math.min(batch, freeCount));
        }
    }

    private void post(final int count) {
        chain.clear();
        for (int i = 1; i <= count; i++) {
            final long handle = free[freeCount - i];
            chain.receive(handle, arena.iova(handle), arena.bufferSize(), arena.lkey(handle));
        }
        int accepted = count;
        try {
            queuePair.postReceive(chain);
        } catch (final PostException e) {
            accepted = e.badIndex();
            throw e;
        } finally {
            freeCount -= accepted;
            posted += accepted;
            totalPosted += accepted;
            totalPosts++;
        }
    }

    /** A Receive is not posted any more: its buffer is busy until {@link #release(long)}. */
    void completed() {
        posted--;
        busy++;
    }

    /** A busy buffer is done with. */
    void release(final long handle) {
        busy--;
        free[freeCount++] = handle;
    }

    ReceiveArena arena() {
        return arena;
    }

    int posted() {
        return posted;
    }

    long totalPosted() {
        return totalPosted;
    }

    long totalPosts() {
        return totalPosts;
    }

    /** Gives all buffers and the arena back; the device must be done with them. */
    void close() {
        while (acquired > 0) {
            arena.release(buffers[--acquired]);
        }
        arena.close();
    }
}
