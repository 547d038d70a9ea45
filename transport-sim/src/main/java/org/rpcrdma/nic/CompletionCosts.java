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

import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;

/** Processor time of what comes out of a completion queue: its events, its completions, and what the program does with messages. */
final class CompletionCosts {
    private final long event;
    private final long completion;
    private final long message;

    CompletionCosts(final CostModel costs) {
        event = costs.nanos(CostParameter.EVENT);
        completion = costs.nanos(CostParameter.COMPLETION);
        message = costs.nanos(CostParameter.PROGRAM);
    }

    /** Charges an event that is taken. */
    void onEvent(final Processor processor) {
        if (event != 0) {
            processor.charge(event);
        }
    }

    /** Charges completions that were polled. */
    void onPoll(final Processor processor, final Completions batch) {
        final long nanos = completion * batch.count() + (message == 0 ? 0 : message * messages(batch));
        if (nanos != 0) {
            processor.charge(nanos);
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
