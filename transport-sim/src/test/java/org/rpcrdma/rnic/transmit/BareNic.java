// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.agrona.UnsafeApi;
import org.rpcrdma.rnic.GrantedAttributes;
import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.dma.LandingPool;
import org.rpcrdma.rnic.host.AsyncEvents;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.rnic.queue.CompletionEntry;
import org.rpcrdma.rnic.queue.CompletionListener;
import org.rpcrdma.rnic.queue.CompletionQueues;
import org.rpcrdma.rnic.queue.RnicCompletionQueue;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.dma.SimulatedDma;
import org.rpcrdma.sim.host.BareHost;
import org.rpcrdma.sim.host.CostMeter;
import org.rpcrdma.sim.host.EngineSettings;
import org.rpcrdma.sim.iommu.CountingPassthrough;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;

/**
 * A NIC for one half of one queue pair. It has no device and no peer. Its link records the packets that are sent, and
 * its memory is one page.
 */
public final class BareNic {
    /** The number of payload bytes in a packet. */
    public static final int MTU = 1024;
    /** The size of the memory in bytes. */
    public static final int SIZE = 4096;
    /** The number of the queue pair's protection domain. */
    public static final int DOMAIN = 1;
    /** The lkey of the memory. */
    public static final int LKEY = KeyTable.LOCAL_DMA_LKEY;

    public final BareHost host = new BareHost(CostModel.defaults());
    public final KeepingLink link;
    public final NotedEvents events = new NotedEvents();
    public final MemoryBlock memory = host.memory.allocate(SIZE, SIZE);
    public final ContextMemory contexts = new ContextMemory(host.costs);
    public final RnicCompletionQueue completions;
    public final QueuePairContext context;
    public final DeviceProfile profile;
    public final DeviceDma dma;
    private final CountingPassthrough iommu;
    private final KeyTable keys = new KeyTable(contexts, () -> {}, Numbering.IN_ORDER);
    private final PacketSink peer = new Sink();
    private final PacketOrigin peerOrigin;
    private LongPredicate transmit = now -> false;
    private boolean isRevoked;

    public BareNic(final QueuePairType type) {
        this(type, Integer.MAX_VALUE);
    }

    /** Creates a NIC on a link with a window, which limits the packets that a queue pair has in flight. */
    public BareNic(final QueuePairType type, final int window) {
        link = new KeepingLink(host.simulation, window);
        iommu = new CountingPassthrough(host.memory, link, host.processors, host.faults);
        iommu.map(memory.address(), SIZE, DmaDirection.BIDIRECTIONAL);
        final DeviceConfiguration configuration = DeviceConfiguration.DEFAULT;
        profile = new DeviceProfile(
                "sim0",
                link.gid(),
                configuration.personality(),
                configuration.environment(),
                GrantedAttributes.of(configuration.personality(), Set.of()),
                Numbering.IN_ORDER,
                EngineSettings.times(host.costs),
                EngineSettings.protocol(host.costs));
        final Meter meter = new CostMeter(host.costs, host.processors);
        final AsyncEvents asyncEvents = new AsyncEvents(
                host.simulation, host.processors, profile.times().event());
        final CompletionQueues queues = new CompletionQueues(
                profile, host.simulation, host.processors, meter, asyncEvents, host.memory, new NoListener());
        completions = queues.create(new CompletionQueueAttributes(64, 0), host.processors.newEventLoop(), queue -> {});
        final PacketPool packets = new PacketPool();
        final Transmitter transmitter = new Transmitter(host.simulation, link, packets, contexts);
        final SimulatedDma times = new SimulatedDma(host.simulation, host.costs, iommu, contexts);
        dma = new DeviceDma(keys, iommu, contexts, host.memory, times, new LandingPool(host.simulation, packets));
        final PacketOrigin self = new PacketOrigin(link.gid(), 17, type, new Sink());
        peerOrigin = new PacketOrigin(new Gid(0, 2), 18, type, peer);
        final QueuePairParameters parameters = new QueuePairParameters();
        final Peer other = transmitter.newPeer(self, 1, parameters);
        other.connect(peer);
        other.allow(Access.REMOTE_WRITE | Access.REMOTE_READ | Access.REMOTE_ATOMIC);
        final TurnTimer turn = transmitter.newTurn(new Taker());
        context = new QueuePairContext(
                profile.personality(), host.simulation, self, DOMAIN, parameters, other, turn, events);
    }

    /** Passes each of the queue pair's turns to one of its halves. */
    public void takeTurns(final LongPredicate half) {
        transmit = half;
    }

    /** Returns a packet as if the peer had sent it. */
    public Packet fromPeer(final byte kind, final long psn) {
        final Packet packet = new Packet();
        packet.begin(kind, peerOrigin.type, peerOrigin, 1, context.self().sink, psn);
        return packet;
    }

    /** Returns a key that gives the peer access to the entire memory, starting at address 0. */
    public int newRkey() {
        final MemoryKey key = new WholeMemory();
        keys.put(key);
        return key.key();
    }

    /** Ends the peer's access to the memory. */
    public void revokeRkeys() {
        isRevoked = true;
    }

    /** Runs the simulation for the given time. */
    public void runFor(final long nanos) {
        host.simulation.runUntil(host.simulation.nanoTime() + nanos);
    }

    /** Asserts the completions since the last call. Each is given as its wr_id and the name of its status. */
    public void expect(final String... expected) {
        final Completions batch = new Completions(64);
        completions.poll(batch);
        final List<String> found = IntStream.range(0, batch.count())
                .mapToObj(i -> batch.wrId(i) + ":" + CompletionStatus.name(batch.status(i)))
                .toList();
        assertArrayEquals(expected, found.toArray());
    }

    /** Fills the memory with a sequence of numbers. */
    public void fill(final int factor) {
        for (int i = 0; i < SIZE; i++) {
            UnsafeApi.putByte(memory.address() + i, (byte) (factor * i));
        }
    }

    private final class Taker extends TurnTaker {
        @Override
        public int number() {
            return context.self().number;
        }

        @Override
        public boolean transmit(final long now) {
            return transmit.test(now);
        }
    }

    private final class Sink implements PacketSink {
        @Override
        public Link link() {
            return link;
        }

        @Override
        public int number() {
            return 18;
        }

        @Override
        public int epoch() {
            return 1;
        }

        @Override
        public void receive(final Packet packet) {
            throw new AssertionError("nothing arrives: psn=" + packet.psn);
        }
    }

    private final class WholeMemory implements MemoryKey {
        private final int key = keys.takeKey();

        @Override
        public int key() {
            return key;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public boolean allows(final int user, final long address, final long length, final int rights) {
            return !isRevoked && address >= 0 && address + length <= SIZE;
        }

        @Override
        public long dmaAddress(final long address) {
            return memory.address() + address;
        }
    }

    private static final class NoListener implements CompletionListener {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public void completed(final Gid host, final CompletionEntry entry) {}
    }
}
