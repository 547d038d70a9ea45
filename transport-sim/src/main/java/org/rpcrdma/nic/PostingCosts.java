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

/** Processor time of posting: a doorbell for a chain, and of sends what the driver does itself, as one does that is its own NIC. */
final class PostingCosts {
    private final long doorbell;
    private final double request;
    private final double oneByte;

    PostingCosts(final CostModel costs) {
        doorbell = costs.nanos(CostParameter.DOORBELL);
        request = costs.get(CostParameter.POST_SEND);
        oneByte = costs.get(CostParameter.POST_BYTE);
    }

    long doorbell() {
        return doorbell;
    }

    /** Of a chain of sends. */
    long of(final SendChain chain) {
        return request == 0 && oneByte == 0
                ? doorbell
                : doorbell + Math.round(request * chain.size() + oneByte * bytes(chain));
    }

    private static long bytes(final SendChain chain) {
        long bytes = 0;
        for (int i = 0; i < chain.size(); i++) {
            final int first = i * chain.maxSge;
            for (int element = first; element < first + chain.sgeCounts[i]; element++) {
                bytes += Math.max(0, chain.lengths[element]);
            }
        }
        return bytes;
    }
}
