// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;

/** A device whose queue pairs a test can move to the ERR state, as if a cable were pulled. */
public final class KillingDevice extends ForwardingDevice {
    private QueuePair latest;
    public int queuePairs;

    /** Breaks the newest connection. Has no effect if its queue pair no longer exists. */
    public void kill() {
        if (latest != null) {
            latest.toError();
        }
    }

    public QueuePair createQueuePair(final ProtectionDomain domain, final QueuePairAttributes attributes) {
        latest = device.connections().createQueuePair(domain, attributes);
        queuePairs++;
        return latest;
    }
}
