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
package org.rpcrdma.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairState;

/** A device that knows the queue pairs of its connections, so that one of them can break. */
final class KillableDevice extends ConnectingDevice {
    private final List<QueuePair> queuePairs = new ArrayList<>();
    private final SimulatedDevice simulated;

    KillableDevice(final SimulatedDevice simulated) {
        this.simulated = simulated;
        over(simulated);
    }

    @Override
    public QueuePair createQueuePair(final ProtectionDomain domain, final QueuePairAttributes attributes) {
        final QueuePair queuePair = device.connections().createQueuePair(domain, attributes);
        queuePairs.add(queuePair);
        return queuePair;
    }

    /** Breaks one of those that work, as the choice says; returns false where there is none. */
    boolean killOne(final IntUnaryOperator choice) {
        queuePairs.removeIf(
                queuePair -> queuePair.state() != QueuePairState.RTS && queuePair.state() != QueuePairState.INIT);
        final List<QueuePair> working = queuePairs.stream()
                .filter(queuePair -> queuePair.state() == QueuePairState.RTS)
                .toList();
        if (working.isEmpty()) {
            return false;
        }
        simulated.faults().kill(working.get(choice.applyAsInt(working.size())));
        return true;
    }
}
