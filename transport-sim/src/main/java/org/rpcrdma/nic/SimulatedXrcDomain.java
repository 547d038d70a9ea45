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

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.XrcDomain;

/** An XRC domain of a {@link SimulatedDevice}. */
final class SimulatedXrcDomain implements XrcDomain {
    private final SharedReceiveQueues owner;
    private final List<SimulatedQueuePair> receivers = new ArrayList<>();
    private int sharedQueues;
    private boolean isClosed;

    SimulatedXrcDomain(final SharedReceiveQueues owner) {
        this.owner = owner;
    }

    SharedReceiveQueues owner() {
        return owner;
    }

    /** A queue pair's peer sends to its shared receive queues. */
    void addReceiver(final SimulatedQueuePair queuePair) {
        receivers.add(queuePair);
    }

    void removeReceiver(final SimulatedQueuePair queuePair) {
        receivers.remove(queuePair);
    }

    /** A shared receive queue belongs to it. */
    void addSharedQueue() {
        sharedQueues++;
    }

    void removeSharedQueue(final int number) {
        sharedQueues--;
        receivers.forEach(queuePair -> queuePair.sharedQueueClosed(number));
    }

    /** Its shared receive queue of a number, or null. */
    SimulatedSharedReceiveQueue find(final int number) {
        return owner.find(this, number);
    }

    @Override
    public void close() {
        checkOpen();
        if (sharedQueues != 0 || !receivers.isEmpty()) {
            throw new VerbsException(
                    Errno.EBUSY,
                    "XRC domain is in use: sharedReceiveQueues=" + sharedQueues + " queuePairs=" + receivers.size());
        }
        isClosed = true;
        owner.removeXrcDomain();
    }

    void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "XRC domain is closed");
        }
    }
}
