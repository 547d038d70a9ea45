// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.nic.config.ProcessorWork;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.Processor;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;

/** Charges CPU time for a completion queue: its events and its completions. */
final class CompletionCosts {
    private final HostProcessors processors;
    private final long event;
    private final long completion;

    CompletionCosts(final CostModel costs, final HostProcessors processors) {
        this.processors = processors;
        event = costs.nanos(CostParameter.EVENT);
        completion = costs.nanos(CostParameter.COMPLETION);
    }

    /**
     * Charges an event to the processor that takes it.
     *
     * @param isOfEnd true if it reports a flushed request.
     */
    void onEvent(final Processor processor, final boolean isOfEnd) {
        if (event != 0) {
            processor.charge(isOfEnd ? ProcessorWork.CONNECTION : ProcessorWork.COMPLETION, CostParameter.EVENT, 1);
        }
    }

    /**
     * Charges completions that were polled to the processor that pays: requests that were flushed belong to the end of
     * their connection.
     */
    void onPoll(final Completions batch) {
        if (completion != 0 && batch.count() != 0) {
            final int flushed = flushed(batch);
            charge(ProcessorWork.COMPLETION, batch.count() - flushed);
            charge(ProcessorWork.CONNECTION, flushed);
        }
    }

    private void charge(final ProcessorWork work, final int completions) {
        if (completions != 0) {
            processors.charge(work, CostParameter.COMPLETION, completions);
        }
    }

    private static int flushed(final Completions batch) {
        int flushed = 0;
        for (int i = 0; i < batch.count(); i++) {
            flushed += batch.status(i) == CompletionStatus.WR_FLUSH_ERR ? 1 : 0;
        }
        return flushed;
    }
}
