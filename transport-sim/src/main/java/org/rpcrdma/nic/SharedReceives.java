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
package org.rpcrdma.nic;

/**
 * The Receives of a shared queue. A Receive leaves it when a queue pair takes it, and its place is free once its
 * completion was polled, in whatever order that happens:
 *
 * <pre>
 * reclaimed      &lt;= consumed    &lt;= tail &lt;= reclaimed + limit
 *   as many were      taken by          posted
 *   polled            queue pairs
 * </pre>
 */
final class SharedReceives extends ReceiveQueue {
    SharedReceives(final SimulatedProtectionDomain domain, final int limit, final int maxSge) {
        super(domain, null, limit, maxSge, 0);
    }

    /** Receives that no queue pair has taken. */
    long left() {
        return tail - consumed;
    }

    /** Receives whose place is not free. */
    int outstanding() {
        return (int) (tail - reclaimed);
    }

    /** As many Receives were polled, or will never complete: their places are free. */
    void free(final long count) {
        reclaimed += count;
    }
}
