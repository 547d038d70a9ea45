// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;

/** A device whose queue pairs can be put into ERR from outside, as a cable that is pulled does. */
public final class KillingDevice extends ForwardingDevice {
    private QueuePair latest;
    public int queuePairs;

    /** Ends the connection that was made last; does nothing where its queue pair is gone. */
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
