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
package org.rpcrdma.ibverbs.interop;

import static org.rpcrdma.ibverbs.interop.Loopback.LENGTH;
import static org.rpcrdma.ibverbs.interop.Loopback.MESSAGES;
import static org.rpcrdma.ibverbs.interop.Loopback.check;

import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.SendRequests;

/** What messages there are, and how a connection ends. */
final class TransferChecks {
    private TransferChecks() {}

    static void sendReadWriteAndEnd(final Loopback loopback) {
        final Peers peers = loopback.connect(loopback.newQueuePair());
        peers.server.postReceive(loopback.receives(MESSAGES));
        loopback.send(peers.client, 0, MESSAGES, SendRequests.SIGNALED);
        final boolean[] seen = new boolean[2 * MESSAGES];
        final Completions done = loopback.succeed(2 * MESSAGES);
        for (int i = 0; i < done.count(); i++) {
            check(!CompletionOpcode.isReceive(done.opcode(i)) || done.byteLength(i) == LENGTH, "length of a Receive");
            check(!seen[(int) done.wrId(i)], "completed once: id=" + done.wrId(i));
            seen[(int) done.wrId(i)] = true;
        }
        for (int i = 0; i < MESSAGES; i++) {
            loopback.checkArrived(i);
        }
        readAndWrite(loopback, peers);
        peers.connection.disconnect();
        loopback.runUntil(() -> peers.disconnected == 2, "both sides are disconnected");
        check(peers.client.state() == QueuePairState.ERR && peers.server.state() == QueuePairState.ERR, "states");
    }

    private static void readAndWrite(final Loopback loopback, final Peers peers) {
        final int rkey = loopback.region.rkey();
        final SendRequests sends = loopback.device.newSendRequests(1, 1);
        sends.rdmaRead(0, SendRequests.SIGNALED, loopback.source(5), rkey);
        sends.sge(loopback.arrives(4), LENGTH, loopback.region.lkey());
        peers.client.postSend(sends);
        loopback.succeed(1);
        check(loopback.memory.buffer().get(4 * LENGTH) == 5, "what was read");
        check(loopback.write(peers.client, 4, rkey) == 0, "RDMA WRITE");
        loopback.checkArrived(4);
    }
}
