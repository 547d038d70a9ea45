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

/**
 * What waits for room in the send queue of a server's connection: calls whose work requests do not fit, first come first
 * served, until requests that were posted are done with. So posting never overflows the queue.
 */
final class SendBacklog {
    private final ServerConnection connection;
    private int available;
    private CallContext first;
    private CallContext last;

    SendBacklog(final ServerConnection connection, final int depth) {
        this.connection = connection;
        available = depth;
    }

    /** Posts the call's work requests, now or when there is room. They must not be more than the queue's depth. */
    void submit(final CallContext call) {
        call.next = null;
        if (first == null) {
            first = call;
        } else {
            last.next = call;
        }
        last = call;
        postWaiting();
    }

    /** Work requests are done with. */
    void done(final int workRequests) {
        available += workRequests;
        postWaiting();
    }

    /** Takes a call that waits off the queue. */
    CallContext abandon() {
        return first == null ? null : removeFirst();
    }

    private void postWaiting() {
        while (first != null && first.workRequests <= available) {
            final CallContext call = removeFirst();
            available -= call.workRequests;
            connection.post(call);
        }
    }

    private CallContext removeFirst() {
        final CallContext call = first;
        first = call.next;
        if (first == null) {
            last = null;
        }
        call.next = null;
        return call;
    }
}
