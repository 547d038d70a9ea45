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
package org.rpcrdma.bench;

/** What the clients of a run that have left came to, all together. */
final class ClientTotals {
    private int left;
    private long firstCallNanos = Long.MAX_VALUE;
    private long lastReplyNanos;
    private long payloadBytes;
    private long corruptions;

    void add(final LoadClient client) {
        left++;
        firstCallNanos = Math.min(firstCallNanos, client.firstCallNanos());
        lastReplyNanos = Math.max(lastReplyNanos, client.lastReplyNanos());
        payloadBytes += client.payloadBytes();
        corruptions += client.corruptions();
    }

    /** Clients that have left. */
    int left() {
        return left;
    }

    /** From the first call of any of them to the last reply of any. */
    long nanos() {
        return lastReplyNanos - firstCallNanos;
    }

    long payloadBytes() {
        return payloadBytes;
    }

    long corruptions() {
        return corruptions;
    }
}
