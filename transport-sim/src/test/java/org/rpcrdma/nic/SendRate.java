// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.lang.management.ManagementFactory;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** How many 4 KB SENDs the simulator carries out in a second of its processor's time, and what it allocates for one. */
public final class SendRate {
    private static final int MESSAGE = 4096;
    private static final int DEPTH = 32;

    private final ConnectedPair pair;
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private final Completions completions = new Completions(DEPTH * 2);
    private final long from;
    private final long to;

    private SendRate(final CostModel costs) {
        pair = new ConnectedPair(costs, ConnectedPair.parameters(7));
        sends = pair.client.device.newSendRequests(DEPTH, 1);
        receives = pair.server.device.newReceiveRequests(DEPTH);
        from = map(pair.client.device, DmaDirection.TO_DEVICE);
        to = map(pair.server.device, DmaDirection.FROM_DEVICE);
    }

    private static long map(final SimulatedDevice device, final DmaDirection direction) {
        final MemoryBlock block = device.memory().allocate(DEPTH * MESSAGE, MESSAGE);
        return device.dma().map(block.address(), block.length(), direction);
    }

    /** Arguments: cost models by their names, which take turns. */
    public static void main(final String[] arguments) {
        final String[] names = arguments.length == 0 ? new String[] {"intel"} : arguments;
        final SendRate[] rates = new SendRate[names.length];
        for (int round = 0; round < 8; round++) {
            for (int i = 0; i < names.length; i++) {
                rates[i] = round == 0 ? new SendRate(CostModel.preset(names[i])) : rates[i];
                System.out.printf("%-10s", names[i]);
                rates[i].measure(2_000_000);
            }
        }
    }

    private void measure(final int messages) {
        final com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long allocated = threads.getCurrentThreadAllocatedBytes();
        final long begin = threads.getCurrentThreadCpuTime();
        final long virtualBegin = pair.simulation.nanoTime();
        long steps = 0;
        for (int sent = 0; sent < messages; sent += DEPTH) {
            steps += exchange();
        }
        final long nanos = threads.getCurrentThreadCpuTime() - begin;
        final long bytes = threads.getCurrentThreadAllocatedBytes() - allocated;
        System.out.printf(
                "%,.0f SENDs/s  %.1f ns  %.3f B/op  %.2f events/op  (virtual %,.0f/s)%n",
                messages * 1e9 / nanos,
                (double) nanos / messages,
                (double) bytes / messages,
                (double) steps / messages,
                messages * 1e9 / (pair.simulation.nanoTime() - virtualBegin));
    }

    private long exchange() {
        receives.clear();
        sends.clear();
        for (int i = 0; i < DEPTH; i++) {
            receives.receive(i, to + (long) i * MESSAGE, MESSAGE, KeyTable.LOCAL_DMA_LKEY);
            sends.send(i, SendRequests.SIGNALED);
            sends.sge(from + (long) i * MESSAGE, MESSAGE, KeyTable.LOCAL_DMA_LKEY);
        }
        pair.server.queuePair.postReceive(receives);
        pair.client.queuePair.postSend(sends);
        long steps = 0;
        while (pair.simulation.step()) {
            steps++;
        }
        final int done = pair.client.queue.poll(completions) + pair.server.queue.poll(completions);
        if (done != 2 * DEPTH) {
            throw new IllegalStateException("completions=" + done);
        }
        return steps;
    }
}
