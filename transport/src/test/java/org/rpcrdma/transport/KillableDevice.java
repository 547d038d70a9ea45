// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.rpcrdma.verbs.QueuePairState.INIT;
import static org.rpcrdma.verbs.QueuePairState.RTS;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;

/** A device that records the queue pairs of its connections so that a test can break them. */
public final class KillableDevice extends ForwardingDevice {
    private final List<QueuePair> queuePairs = new ArrayList<>();
    final SimulatedDevice simulated;
    /** The device to use. */
    final Device breakable;

    public KillableDevice(final SimulatedDevice simulated) {
        this.simulated = simulated;
        breakable = over(simulated);
    }

    public QueuePair createQueuePair(final ProtectionDomain domain, final QueuePairAttributes attributes) {
        final QueuePair queuePair = device.connections().createQueuePair(domain, attributes);
        queuePairs.add(queuePair);
        return queuePair;
    }

    /** Breaks a working connection that the given function selects. Returns false if no connection works. */
    public boolean killOne(final IntUnaryOperator choice) {
        queuePairs.removeIf(queuePair -> queuePair.state() != RTS && queuePair.state() != INIT);
        final List<QueuePair> working = queuePairs.stream()
                .filter(queuePair -> queuePair.state() == RTS)
                .toList();
        if (working.isEmpty()) {
            return false;
        }
        simulated.faults().kill(working.get(choice.applyAsInt(working.size())));
        return true;
    }
}
