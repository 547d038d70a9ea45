// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.cost.ProcessorWork;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.Processor;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;

/** Charges processor time for a completion queue: its events, its completions, and the program's work per message. */
final class CompletionCosts {
    private final HostProcessors processors;
    private final long event;
    private final long completion;
    private final long message;

    CompletionCosts(final CostModel costs, final HostProcessors processors) {
        this.processors = processors;
        event = costs.nanos(CostParameter.EVENT);
        completion = costs.nanos(CostParameter.COMPLETION);
        message = costs.nanos(CostParameter.PROGRAM);
    }

    /** Charges an event to the processor that takes it. */
    void onEvent(final Processor processor) {
        if (event != 0) {
            processor.charge(ProcessorWork.COMPLETION, event);
        }
    }

    /** Charges completions that were polled to the processor that pays. */
    void onPoll(final Completions batch) {
        final long nanos = completion * batch.count() + (message == 0 ? 0 : message * messages(batch));
        if (nanos != 0) {
            processors.charge(ProcessorWork.COMPLETION, nanos);
        }
    }

    private static int messages(final Completions batch) {
        int messages = 0;
        for (int i = 0; i < batch.count(); i++) {
            final boolean isMessage =
                    batch.status(i) == CompletionStatus.SUCCESS && CompletionOpcode.isReceive(batch.opcode(i));
            messages += isMessage ? 1 : 0;
        }
        return messages;
    }
}
