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

/**
 * Fast registrations and local invalidations of a send queue: they occupy it for their time, then take effect. No
 * packet is sent.
 */
final class LocalOperations {
    private final SimulatedProtectionDomain domain;
    private final SendQueue queue;
    private final KeyTable keys;
    private final long registerCost;
    private final long invalidateCost;
    private boolean isUnderWay;

    LocalOperations(final SimulatedQueuePair queuePair, final SendQueue queue) {
        domain = queuePair.domain();
        this.queue = queue;
        keys = queuePair.device().keys();
        final CostModel costs = queuePair.device().costs();
        registerCost = costs.nanos(CostParameter.REG_MR);
        invalidateCost = costs.nanos(CostParameter.LOCAL_INV);
    }

    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Begins an operation. Returns the nanoseconds that it takes. */
    long begin(final byte operation) {
        isUnderWay = true;
        return operation == Operation.REGISTER_MEMORY ? registerCost : invalidateCost;
    }

    /** Ends an operation. Returns whether it was allowed, and has taken effect. */
    boolean end(final int slot) {
        isUnderWay = false;
        return queue.operations[slot] == Operation.REGISTER_MEMORY
                ? queue.regions[slot].register(domain, queue.pageLists[slot], queue.keys[slot], queue.access[slot])
                : keys.invalidate(domain, queue.keys[slot]);
    }

    /** What is under way is begun anew later: sending goes back. */
    void interrupt() {
        isUnderWay = false;
    }
}
