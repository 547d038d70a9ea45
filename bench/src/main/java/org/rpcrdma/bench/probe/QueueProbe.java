// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import java.util.Map;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;

/** Measures the creation of completion queues and queue pairs. */
final class QueueProbe {
    /** The number of samples. It is odd, so that there is a middle sample. */
    private static final int SAMPLES = 21;

    private final Device device;
    private final EventLoop loop;
    private final long[] completionQueues = new long[SAMPLES];
    private final long[] queuePairs = new long[SAMPLES];

    QueueProbe(final Device device, final EventLoop loop) {
        this.device = device;
        this.loop = loop;
    }

    void measure(final Map<Primitive, Long> figures) {
        try (ProtectionDomain domain = device.allocateProtectionDomain()) {
            for (int i = 0; i < SAMPLES; i++) {
                take(domain, i);
            }
        }
        figures.put(Primitive.CREATE_CQ, DeviceProbe.median(completionQueues));
        figures.put(Primitive.CREATE_QP, DeviceProbe.median(queuePairs));
    }

    private void take(final ProtectionDomain domain, final int i) {
        final long begun = loop.nanoTime();
        final CompletionQueue queue = device.createCompletionQueue(ProbeEnd.COMPLETIONS, loop, ready -> {});
        final long hasQueue = loop.nanoTime();
        final QueuePair queuePair = device.connections().createQueuePair(domain, ProbeEnd.attributes(queue));
        queuePairs[i] = loop.nanoTime() - hasQueue;
        completionQueues[i] = hasQueue - begun;
        queuePair.close();
        queue.close();
    }
}
