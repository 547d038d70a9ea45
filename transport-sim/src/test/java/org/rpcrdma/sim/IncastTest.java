// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.network.Port;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SendRequests;

/** Tests senders that share their receiver's link, and links with different rates, delays and MTUs. */
class IncastTest {
    private static final int MESSAGE = 1 << 20;
    private static final CostModel COSTS = CostModel.preset("ideal");
    /**
     * The time, in picoseconds, that a packet of 4 KB with its headers takes on a link of 100 Gb/s. The first packet is
     * 16 bytes longer.
     */
    private static final double PACKET = (4096 + 82) * 80;

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, COSTS);
    private int hosts;

    /** A host with a registered buffer. */
    private final class Host {
        final SimulatedDevice device;
        final EventLoop loop;
        final ProtectionDomain domain;
        final CompletionQueue queue;
        final GuardedBuffer buffer;
        final long address;
        final MemoryRegion region;
        final Completions batch = new Completions(16);

        Host(final CostModel costs) {
            hosts++;
            device = fabric.attach(
                    "sim" + hosts, "10.98.0." + hosts, DeviceConfiguration.DEFAULT.withIommuMode(IommuMode.OFF), costs);
            loop = device.newEventLoop();
            domain = device.allocateProtectionDomain();
            queue = device.createCompletionQueue(64, loop, ready -> {});
            buffer = new GuardedBuffer(device, MESSAGE);
            address = buffer.block().address() + GuardedBuffer.GUARD;
            region = domain.registerMemory(address, MESSAGE, address, Access.LOCAL_WRITE | Access.REMOTE);
        }

        /** Returns a queue pair that, on demand, writes this host's entire buffer into a peer's buffer. */
        QueuePair to(final Host peer) {
            final QueuePair here = newQueuePair();
            final QueuePair there = peer.newQueuePair();
            ConnectedDirectly.join(device, here, peer.device, there);
            return here;
        }

        private QueuePair newQueuePair() {
            return domain.createQueuePair(new QueuePairAttributes(queue, queue, 4, 4, 1));
        }

        void write(final QueuePair queuePair, final Host peer, final int length) {
            final SendRequests sends = device.newSendRequests(1, 1);
            sends.rdmaWrite(1, SendRequests.SIGNALED, peer.address, peer.region.rkey());
            sends.sge(address, length, region.lkey());
            queuePair.postSend(sends);
        }
    }

    @Test
    void shouldShareAReceiversLink() {
        final double alone = nanosToWrite(1);
        final double four = nanosToWrite(4);
        final double link = MESSAGE / 4096 * PACKET / 1000;
        assertEquals(link, alone, link * 0.05, "one sender has the link alone");
        assertEquals(4 * link, four, link * 0.2, "four have a quarter each");
    }

    private double nanosToWrite(final int senders) {
        final Host receiver = new Host(COSTS);
        final Host[] all = new Host[senders];
        final QueuePair[] queuePairs = new QueuePair[senders];
        for (int i = 0; i < senders; i++) {
            all[i] = new Host(COSTS);
            queuePairs[i] = all[i].to(receiver);
        }
        simulation.run();
        settle(all);
        final long begin = simulation.nanoTime();
        for (int i = 0; i < senders; i++) {
            all[i].write(queuePairs[i], receiver, MESSAGE);
        }
        final long[] ends = new long[senders];
        while (simulation.step()) {
            for (int i = 0; i < senders; i++) {
                if (all[i].queue.poll(all[i].batch) == 1) {
                    ends[i] = simulation.nanoTime();
                }
            }
        }
        long last = 0;
        for (final long end : ends) {
            assertTrue(end > begin + 0.9 * senders * MESSAGE / 4096 * PACKET / 1000 * 0.9, "all continue side by side");
            last = Math.max(last, end);
        }
        return last - begin;
    }

    /** Advances the clock until the hosts have completed the work of the set-up. */
    private void settle(final Host... all) {
        long latest = simulation.nanoTime();
        for (final Host host : all) {
            latest = Math.max(latest, host.loop.nanoTime());
        }
        simulation.runUntil(latest);
    }

    @Test
    void shouldNotSlowDownSendersToOthers() {
        final Host one = new Host(COSTS);
        final Host two = new Host(COSTS);
        final Host[] senders = {new Host(COSTS), new Host(COSTS)};
        final QueuePair first = senders[0].to(one);
        final QueuePair second = senders[1].to(two);
        settle(one, two, senders[0], senders[1]);
        final long begin = simulation.nanoTime();
        senders[0].write(first, one, MESSAGE);
        senders[1].write(second, two, MESSAGE);
        simulation.run();
        final double link = MESSAGE / 4096 * PACKET / 1000;
        assertEquals(link, lastArrival() - begin, link * 0.05);
    }

    private long lastArrival() {
        return fabric.devices().stream()
                .mapToLong(device -> Inside.of(device, Port.class).lastArrival())
                .max()
                .orElseThrow();
    }

    @Test
    void shouldHaveTheRateOfTheSlowerLinkAndHalfOfEachDelay() {
        final Host fast = new Host(COSTS.with(CostParameter.LINK_DELAY, 3000));
        final Host slow = new Host(COSTS.with(CostParameter.LINK_RATE, 10).with(CostParameter.LINK_DELAY, 1000));
        final double expected = 10 * MESSAGE / 4096 * PACKET / 1000;
        assertEquals(expected, nanosToWrite(fast, slow, MESSAGE), expected * 0.05);
        assertEquals(expected, nanosToWrite(slow, fast, MESSAGE), expected * 0.05);
        final Host near = new Host(COSTS.with(CostParameter.LINK_DELAY, 1000));
        final Host far = new Host(COSTS.with(CostParameter.LINK_DELAY, 9000));
        final double between = nanosToWrite(near, far, 1);
        final Host same = new Host(COSTS.with(CostParameter.LINK_DELAY, 5000));
        final Host other = new Host(COSTS.with(CostParameter.LINK_DELAY, 5000));
        assertEquals(nanosToWrite(same, other, 1), between);
    }

    /** Returns the time, in nanoseconds, between posting a WRITE and its completion. */
    private double nanosToWrite(final Host from, final Host to, final int length) {
        final QueuePair queuePair = from.to(to);
        settle(from, to);
        final long begin = simulation.nanoTime();
        from.write(queuePair, to, length);
        while (from.queue.poll(from.batch) == 0) {
            assertTrue(simulation.step());
        }
        return simulation.nanoTime() - begin;
    }

    @Test
    void shouldDropPacketsBeyondTheReceiversMtu() {
        final Host large = new Host(COSTS);
        final Host small = new Host(COSTS.with(CostParameter.MTU, 1024));
        final QueuePair queuePair = large.to(small);
        settle(large, small);
        large.write(queuePair, small, 4096);
        simulation.run();
        assertEquals(1, large.queue.poll(large.batch));
        assertEquals(org.rpcrdma.verbs.CompletionStatus.RETRY_EXC_ERR, large.batch.status(0));
        assertEquals(3, large.device.faults().statistics().tooLong());
    }
}
