// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
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
