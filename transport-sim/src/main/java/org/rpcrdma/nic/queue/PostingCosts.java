// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.nic.config.ProcessorWork;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.Processor;

/**
 * Charges CPU time for posting: a doorbell per chain, and per send request and byte if the driver is its own NIC.
 */
public final class PostingCosts {
    private final HostProcessors processors;
    private final long doorbell;
    private final double request;
    private final double oneByte;

    public PostingCosts(final HostProcessors processors, final CostModel costs) {
        this.processors = processors;
        doorbell = costs.nanos(CostParameter.DOORBELL);
        request = costs.get(CostParameter.POST_SEND);
        oneByte = costs.get(CostParameter.POST_BYTE);
    }

    /** Charges a doorbell; returns when the posted requests take effect. */
    public long ringDoorbell() {
        return charge(ProcessorWork.POSTING, doorbell);
    }

    /** Charges the doorbell of Receives that are posted before their queue pair is connected. */
    public long ringFirstDoorbell() {
        return charge(ProcessorWork.CONNECTION, doorbell);
    }

    /** Charges the post of a chain of sends; returns when it takes effect. */
    public long post(final SendChain chain) {
        return charge(
                ProcessorWork.POSTING,
                request == 0 && oneByte == 0
                        ? doorbell
                        : doorbell + Math.round(request * chain.size() + oneByte * bytes(chain)));
    }

    private long charge(final ProcessorWork work, final long nanos) {
        final Processor processor = processors.paying();
        processor.charge(work, nanos);
        return processor.nanoTime();
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
