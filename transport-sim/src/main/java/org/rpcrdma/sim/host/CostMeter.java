// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.port.PostedSends;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;

/**
 * Charges the work of a device and its driver to the paying processor, which is the processor that executes the current
 * call. The cost model determines the charges.
 */
public final class CostMeter implements Meter {
    private final HostProcessors processors;
    /** True if the driver implements the NIC in software, so that each request and each byte costs CPU time. */
    private final boolean isSoftware;

    private final boolean hasEventCost;
    private final boolean hasCompletionCost;

    public CostMeter(final CostModel costs, final HostProcessors processors) {
        this.processors = processors;
        isSoftware = costs.get(CostParameter.POST_SEND) + costs.get(CostParameter.POST_BYTE) > 0;
        hasEventCost = costs.nanos(CostParameter.EVENT) != 0;
        hasCompletionCost = costs.nanos(CostParameter.COMPLETION) != 0;
    }

    @Override
    public void sendsPosted(final PostedSends chain) {
        final Processor processor = processors.paying();
        processor.charge(ProcessorWork.POSTING, CostParameter.DOORBELL, 1);
        if (isSoftware) {
            processor.charge(ProcessorWork.POSTING, CostParameter.POST_SEND, chain.size());
            processor.charge(ProcessorWork.POSTING, CostParameter.POST_BYTE, chain.bytes());
        }
    }

    @Override
    public void doorbell(final boolean isOfConnection) {
        processors.charge(isOfConnection ? ProcessorWork.CONNECTION : ProcessorWork.POSTING, CostParameter.DOORBELL, 1);
    }

    @Override
    public void completionEvent(final boolean isOfEnd) {
        if (hasEventCost) {
            processors.charge(isOfEnd ? ProcessorWork.CONNECTION : ProcessorWork.COMPLETION, CostParameter.EVENT, 1);
        }
    }

    /**
     * Charges for polled completions. Completions of flushed requests count as part of their connection's tear-down.
     */
    @Override
    public void polled(final Completions batch) {
        if (hasCompletionCost && batch.count() != 0) {
            final int flushed = flushed(batch);
            processors.charge(ProcessorWork.COMPLETION, CostParameter.COMPLETION, batch.count() - flushed);
            processors.charge(ProcessorWork.CONNECTION, CostParameter.COMPLETION, flushed);
        }
    }

    private static int flushed(final Completions batch) {
        int flushed = 0;
        for (int i = 0; i < batch.count(); i++) {
            flushed += batch.status(i) == CompletionStatus.WR_FLUSH_ERR ? 1 : 0;
        }
        return flushed;
    }

    @Override
    public void completionQueueCreated() {
        connection(CostParameter.CREATE_CQ);
        connection(CostParameter.FIRMWARE_CREATE_CQ);
    }

    @Override
    public void queuePairCreated() {
        connection(CostParameter.CREATE_QP);
        connection(CostParameter.FIRMWARE_CREATE_QP);
    }

    @Override
    public void connecting() {
        connection(CostParameter.CONNECT);
        connection(CostParameter.CONNECT_WAIT);
    }

    private void connection(final CostParameter cost) {
        processors.charge(ProcessorWork.CONNECTION, cost, 1);
    }

    @Override
    public void keyCreated() {
        registration(CostParameter.CREATE_MKEY, 1);
    }

    @Override
    public void keyDestroyed() {
        registration(CostParameter.DESTROY_MKEY, 1);
    }

    @Override
    public void registered(final long pages) {
        registration(CostParameter.REG_USER_MR, 1);
        registration(CostParameter.REG_USER_MR_PAGE, pages - 1);
    }

    @Override
    public void deregistered(final long pages) {
        registration(CostParameter.DEREG_USER_MR, 1);
        registration(CostParameter.DEREG_USER_MR_PAGE, pages - 1);
    }

    @Override
    public void rightsChanged() {
        registration(CostParameter.UMR, 1);
    }

    @Override
    public void memoryChanged(final long pages, final long oldPages) {
        registered(pages);
        registration(CostParameter.UMR, 1);
        registration(CostParameter.DEREG_USER_MR_PAGE, oldPages - 1);
    }

    @Override
    public void fastRegionAllocated() {
        registration(CostParameter.ALLOC_MR, 1);
    }

    @Override
    public void fastRegionFreed() {
        registration(CostParameter.DEREG_MR, 1);
    }

    @Override
    public void pageListSet(final long pages) {
        registration(CostParameter.MAP_MR_SG, 1);
        registration(CostParameter.MAP_MR_SG_PAGE, pages - 1);
    }

    @Override
    public void prefetched(final long pages) {
        registration(CostParameter.PREFETCH_PAGE, pages);
    }

    private void registration(final CostParameter cost, final long times) {
        processors.charge(ProcessorWork.REGISTRATION, cost, times);
    }
}
