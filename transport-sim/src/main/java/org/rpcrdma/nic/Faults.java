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

import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;

/**
 * Faults of a device on demand, for tests of what runs above it. What is armed here happens once; what happens by chance
 * has a plan of its own.
 *
 * <p>Belongs to the thread that runs the simulation, as the device does: {@link SimulatedDevice#faults()}.
 */
public final class Faults {
    private final SimulatedDevice device;

    Faults(final SimulatedDevice device) {
        this.device = device;
    }

    /**
     * Ends a queue pair as a device does that finds it broken: it goes to the state ERR, its requests are flushed, its
     * connection ends, and {@link org.rpcrdma.verbs.AsyncEventType#QP_FATAL} is raised.
     *
     * @param queuePair one of the device's, in a state other than RESET and ERR.
     * @throws IllegalArgumentException where it is another device's.
     * @throws IllegalStateException    where there is nothing left to be ended.
     */
    public void kill(final QueuePair queuePair) {
        final SimulatedQueuePair own = own(queuePair);
        if (own.state() == QueuePairState.RESET || own.state() == QueuePairState.ERR) {
            throw new IllegalStateException(
                    "queue pair does not run: number=" + own.number() + " state=" + own.state());
        }
        own.failFatally();
    }

    private SimulatedQueuePair own(final QueuePair queuePair) {
        if (queuePair instanceof SimulatedQueuePair simulated && simulated.device() == device) {
            return simulated;
        }
        throw new IllegalArgumentException("queue pair is not of this device: device=" + device.name());
    }
}
