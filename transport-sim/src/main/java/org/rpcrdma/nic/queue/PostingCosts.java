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
    private final boolean isSoftware;

    public PostingCosts(final HostProcessors processors, final CostModel costs) {
        this.processors = processors;
        isSoftware = costs.get(CostParameter.POST_SEND) + costs.get(CostParameter.POST_BYTE) > 0;
    }

    /** Charges a doorbell; returns when the posted requests take effect. */
    public long ringDoorbell() {
        return ring(ProcessorWork.POSTING).nanoTime();
    }

    /** Charges the doorbell of Receives that are posted before their queue pair is connected. */
    public long ringFirstDoorbell() {
        return ring(ProcessorWork.CONNECTION).nanoTime();
    }

    /** Charges the post of a chain of sends; returns when it takes effect. */
    public long post(final SendChain chain) {
        final Processor processor = ring(ProcessorWork.POSTING);
        if (isSoftware) {
            processor.charge(ProcessorWork.POSTING, CostParameter.POST_SEND, chain.size());
            processor.charge(ProcessorWork.POSTING, CostParameter.POST_BYTE, bytes(chain));
        }
        return processor.nanoTime();
    }

    private Processor ring(final ProcessorWork work) {
        final Processor processor = processors.paying();
        processor.charge(work, CostParameter.DOORBELL, 1);
        return processor;
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
