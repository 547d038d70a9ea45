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

import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** What the connections of a server have in common. Chains and batches are used by one connection at a time. */
final class ServerResources {
    private static final int POLL_BATCH = 16;

    /** Send work requests a call beside its Send, as svcrdma reckons with. */
    private static final int TRANSFERS_PER_CALL = 3;

    /** Segments of one call that there is room for at least, where the device lets it. */
    private static final int MIN_SEGMENTS = 64;

    final Device device;
    final EventLoop loop;
    final RpcService service;
    final int credits;
    final int receiveBatch;
    final int bufferSize;
    final int buffers;
    final int sendDepth;
    final ConnectionArenas arenas;
    final ReceiveRequests receiveChain;
    final SendRequests sendChain;
    final Completions completions = new Completions(POLL_BATCH);
    final PayloadPool payloads;
    final CallContexts calls = new CallContexts();
    final ChunkKeys keys = new ChunkKeys();
    final CallLimits limits;
    final ReadPuller reads;
    final ReplySender replies;

    ServerResources(final RpcRdmaServer.Context context) {
        device = context.device;
        loop = context.eventLoop;
        service = context.service;
        credits = context.credits;
        receiveBatch = context.receiveBatch;
        bufferSize = context.bufferSize;
        buffers = context.buffers();
        sendDepth = sendDepth(context);
        limits = new CallLimits(context.maxPayload, sendDepth - 1);
        receiveChain = device.newReceiveRequests(Math.max(credits, receiveBatch));
        sendChain = device.newSendRequests(sendDepth, 1);
        payloads = new PayloadPool(device);
        arenas = context.sharedArena == null
                ? ConnectionArenas.ofTheirOwn(device, loop, context.mapper, bufferSize, context.shardSize)
                : ConnectionArenas.shared(context.sharedArena, context.sharedDomain);
        try {
            final int lkey = arenas.domain().localDmaLkey();
            reads = new ReadPuller(payloads, device.dma(), lkey);
            replies = new ReplySender(device.dma(), lkey, credits);
        } catch (final RuntimeException e) {
            arenas.close();
            throw e;
        }
    }

    private static int sendDepth(final RpcRdmaServer.Context context) {
        final int wanted =
                context.credits + context.receiveBatch + Math.max(MIN_SEGMENTS, TRANSFERS_PER_CALL * context.credits);
        return Math.min(wanted, context.device.attributes().maxQpWr());
    }

    void close() {
        payloads.close();
        arenas.close();
    }
}
