// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.cost.ProcessorWork;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.Processor;
import org.rpcrdma.verbs.Completions;

/** Charges processor time for a completion queue: its events and its completions. */
final class CompletionCosts {
    private final HostProcessors processors;
    private final long event;
    private final long completion;

    CompletionCosts(final CostModel costs, final HostProcessors processors) {
        this.processors = processors;
        event = costs.nanos(CostParameter.EVENT);
        completion = costs.nanos(CostParameter.COMPLETION);
    }

    /** Charges an event to the processor that takes it. */
    void onEvent(final Processor processor) {
        if (event != 0) {
            processor.charge(ProcessorWork.COMPLETION, event);
        }
    }

    /** Charges completions that were polled to the processor that pays. */
    void onPoll(final Completions batch) {
        final long nanos = completion * batch.count();
        if (nanos != 0) {
            processors.charge(ProcessorWork.COMPLETION, nanos);
        }
    }
}
