// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import static org.rpcrdma.ibverbs.interop.Loopback.LENGTH;
import static org.rpcrdma.ibverbs.interop.Loopback.MESSAGES;
import static org.rpcrdma.ibverbs.interop.Loopback.check;

import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.SendRequests;

/** Checks messages of all kinds, and disconnection. */
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
