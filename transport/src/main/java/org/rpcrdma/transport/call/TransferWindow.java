// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.verbs.SendRequests;

/**
 * A window that selects the requests of a call's transfer that form a single chain. For each chain, the entire transfer
 * is staged again, but requests outside the window are only counted:
 *
 * <pre>
 *   WRITE 0 | WRITE 1 | WRITE 2 | WRITE 3 | SEND        a transfer of 5 requests
 *             begin ----------------&gt; end               the chain of requests 1 to 3, the last one signaled
 * </pre>
 */
final class TransferWindow {
    final SendRequests chain;

    /** The maximum number of elements per request. */
    final int maxElements;

    private int call;
    private int begin;
    private int end;
    private int total;
    private int next;
    private boolean isInside;

    TransferWindow(final SendRequests chain, final int maxElements) {
        this.chain = chain;
        this.maxElements = maxElements;
    }

    /** Opens an empty window. Staging then only counts requests. */
    void openEmpty() {
        next = 0;
        begin = 0;
        end = 0;
    }

    /** Opens a window that selects the next requests of a call's transfer. */
    void open(final Call owner, final int count) {
        chain.clear();
        next = 0;
        call = owner.id;
        begin = owner.posted;
        end = begin + count;
        total = owner.workRequests;
    }

    /** Returns the number of requests staged, both inside and outside the window. */
    int count() {
        return next;
    }

    void read(final long remoteAddress, final int rkey) {
        if (enter()) {
            chain.rdmaRead(id(), flags(), remoteAddress, rkey);
        }
    }

    void write(final long remoteAddress, final int rkey) {
        if (enter()) {
            chain.rdmaWrite(id(), flags(), remoteAddress, rkey);
        }
    }

    void send() {
        if (enter()) {
            chain.send(id(), flags());
        }
    }

    void sendWithInvalidate(final int rkey) {
        if (enter()) {
            chain.sendWithInvalidate(id(), flags(), rkey);
        }
    }

    /** Adds an element in the server's mapped memory to the most recently staged request. */
    void element(final long iova, final int length, final int lkey) {
        if (isInside) {
            chain.sge(iova, length, lkey);
        }
    }

    private boolean enter() {
        isInside = next >= begin && next < end;
        next++;
        return isInside;
    }

    private long id() {
        return next == end ? WorkRequestId.endOfChain(call, end - begin, end == total) : WorkRequestId.of(call);
    }

    private int flags() {
        return next == end ? SendRequests.SIGNALED : 0;
    }
}
