// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import static org.rpcrdma.ibverbs.interop.Loopback.LENGTH;
import static org.rpcrdma.ibverbs.interop.Loopback.check;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.SendRequests;

/** Memory windows of both types: what they open, and that they open it no more. */
final class WindowChecks {
    private WindowChecks() {}

    static void typeOne(final Loopback loopback) {
        final Peers peers = loopback.connect(loopback.newQueuePair());
        final MemoryWindow window = loopback.own(loopback.domain.allocateMemoryWindow(MemoryWindow.TYPE_1));
        final int allocated = window.rkey();
        peers.server.bindMemoryWindow(
                window, 7, SendRequests.SIGNALED, loopback.region, loopback.arrives(2), LENGTH, Access.REMOTE_WRITE);
        final int bound = window.rkey();
        check(bound != allocated, "a bind steps the key");
        final Completions done = loopback.succeed(1);
        check(done.wrId(0) == 7 && done.opcode(0) == CompletionOpcode.BIND_MW, "completion of the bind");
        check(loopback.write(peers.client, 2, bound) == CompletionStatus.SUCCESS, "a WRITE by the window");
        loopback.checkArrived(2);
        peers.server.bindMemoryWindow(window, 8, SendRequests.SIGNALED, null, 0, 0, 0);
        loopback.succeed(1);
        check(loopback.write(peers.client, 2, bound) == CompletionStatus.REM_ACCESS_ERR, "the window is shut");
    }

    static void typeTwo(final Loopback loopback) {
        final Peers peers = loopback.connect(loopback.newQueuePair());
        final MemoryWindow window = loopback.own(loopback.domain.allocateMemoryWindow(MemoryWindow.TYPE_2));
        final int key = RemoteKey.increment(window.rkey());
        final SendRequests binds = loopback.device.newSendRequests(1, 1);
        binds.bindMemoryWindow(
                1,
                SendRequests.SIGNALED,
                window,
                key,
                loopback.region,
                loopback.arrives(2),
                LENGTH,
                Access.REMOTE_WRITE);
        peers.server.postSend(binds);
        loopback.succeed(1);
        check(loopback.write(peers.client, 2, key) == CompletionStatus.SUCCESS, "a WRITE by the window");
        loopback.checkArrived(2);
        invalidate(loopback, peers, key);
        check(loopback.write(peers.client, 2, key) == CompletionStatus.REM_ACCESS_ERR, "the window is shut");
    }

    /** The peer that was given the key takes it back. */
    private static void invalidate(final Loopback loopback, final Peers peers, final int key) {
        peers.server.postReceive(loopback.receives(1));
        final SendRequests sends = loopback.device.newSendRequests(1, 1);
        sends.sendWithInvalidate(1, SendRequests.SIGNALED, key);
        sends.sge(loopback.source(0), LENGTH, loopback.region.lkey());
        peers.client.postSend(sends);
        final Completions done = loopback.succeed(2);
        final int receive = CompletionOpcode.isReceive(done.opcode(0)) ? 0 : 1;
        check((done.flags(receive) & Completions.WITH_INVALIDATE) != 0, "the Receive tells of the invalidation");
        check(done.invalidatedKey(receive) == key, "and of what");
    }
}
