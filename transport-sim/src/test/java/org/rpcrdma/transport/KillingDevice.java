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

import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;

/** A device whose queue pairs can be put into ERR from outside, as a cable that is pulled does. */
final class KillingDevice extends ConnectingDevice {
    private QueuePair latest;
    int queuePairs;

    /** Ends the connection that was made last; does nothing where its queue pair is gone. */
    void kill() {
        if (latest != null) {
            latest.toError();
        }
    }

    @Override
    public QueuePair createQueuePair(final ProtectionDomain domain, final QueuePairAttributes attributes) {
        latest = device.connections().createQueuePair(domain, attributes);
        queuePairs++;
        return latest;
    }
}
