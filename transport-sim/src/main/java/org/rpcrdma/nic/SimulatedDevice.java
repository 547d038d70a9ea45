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

import java.net.InetSocketAddress;
import java.util.Set;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.OnDemandCapabilities;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * A simulated RNIC and the host it is in: memory, processors, IOMMU.
 *
 * <p>Verbs calls that a handler makes charge their cost to the {@link EventLoop} that runs it; calls made outside of
 * any handler charge it to the host's first loop. What is posted takes effect at the charged loop's time. A queue
 * pair that fails or is closed ends its connection, and the peer's side is told.
 *
 * <p>Belongs to the thread that runs the simulation, with everything that is had from it, memory and DMA mapping
 * included: every call charges its cost to a processor of the simulation.
 */
public final class SimulatedDevice implements Device {
    private static final DeviceAttributes ATTRIBUTES = new DeviceAttributes(
            32_768,
            32,
            4_194_304,
            512,
            PageTable.PAGE_SIZE,
            1,
            0,
            255,
            0,
            0,
            Set.of(
                    DeviceCapability.MEMORY_MANAGEMENT_EXTENSIONS,
                    DeviceCapability.FAST_REGISTER,
                    DeviceCapability.LOCAL_DMA_LKEY,
                    DeviceCapability.SEND_WITH_INVALIDATE,
                    DeviceCapability.REREGISTER_TRANSLATION,
                    DeviceCapability.IOVA),
            OnDemandCapabilities.NONE);
    private static final int FIRST_QP_NUMBER = 0x11;
    private static final int QP_NUMBERS = 1 << 24;

    private final DeviceConfiguration configuration;
    private final Fabric fabric;
    private final String name;
    private final String ipAddress;
    private final Gid gid;
    private final SimulatedMemory memory;
    private final Iommu iommu;
    private final KeyTable keys = new KeyTable();
    private final DeviceDma dmaUnit;
    private final Transmitter transmitter;
    private final SimulatedConnectionManager connections;
    private final Int2ObjectHashMap<SimulatedQueuePair> queuePairs = new Int2ObjectHashMap<>();
    private final Processor firstProcessor;
    private final Registration registration;
    private final long doorbellCost;
    private boolean isFirstProcessorTaken;
    private int nextQueuePairNumber = FIRST_QP_NUMBER;
    private int domains;
    private int completionQueues;
    private int fastRegisterRegions;
    private boolean isClosed;

    SimulatedDevice(
            final Fabric fabric, final String name, final String ipAddress, final DeviceConfiguration configuration) {
        this.configuration = configuration;
        this.fabric = fabric;
        this.name = name;
        this.ipAddress = ipAddress;
        gid = Gid.of(new InetSocketAddress(ipAddress, 0).getAddress());
        firstProcessor = new Processor(this);
        memory = new SimulatedMemory(this);
        iommu = new Iommu(this);
        dmaUnit = new DeviceDma(this, keys, iommu);
        transmitter = new Transmitter(this);
        connections = new SimulatedConnectionManager(this);
        registration = new Registration(this, configuration.design());
        doorbellCost = costs().nanos(CostParameter.DOORBELL);
    }

    /**
     * Makes an event loop: one more processor of the host.
     *
     * @return the loop.
     */
    public EventLoop newEventLoop() {
        checkOpen();
        if (isFirstProcessorTaken) {
            return new Processor(this);
        }
        isFirstProcessorTaken = true;
        return firstProcessor;
    }

    /**
     * What the host's IOMMU has counted.
     *
     * @return the live counters.
     */
    public IommuStatistics iommuStatistics() {
        return iommu.statistics();
    }

    /**
     * The device's FRMR pools: mkeys for {@link ProtectionDomain#registerMemory}. Like the device they belong to the
     * thread that runs the simulation.
     *
     * @return the pools; they are the device's, and closed with it. Empty in the older design.
     */
    public FrmrPools frmrPools() {
        return registration.pools();
    }

    /**
     * What the device has counted of its memory registrations.
     *
     * @return the live counters.
     */
    public RegistrationStatistics registrationStatistics() {
        return registration.statistics();
    }

    /**
     * What is open on the device now, and its host's memory.
     *
     * @return the numbers of this moment.
     */
    public DeviceResources resources() {
        final int regions = registration.statistics().liveRegions();
        return new DeviceResources(
                domains,
                completionQueues,
                queuePairs.size(),
                regions,
                fastRegisterRegions,
                iommu.liveMappings() - regions, // each region has one
                connections.listenerCount(),
                memory.liveBlocks(),
                memory.liveBytes());
    }

    /**
     * The host's address on the fabric.
     *
     * @return an IP address in digits.
     */
    public String ipAddress() {
        return ipAddress;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DeviceAttributes attributes() {
        return ATTRIBUTES;
    }

    @Override
    public Gid gid(final int port, final int index) {
        if (port != 1 || index != 0) {
            throw new VerbsException(Errno.EINVAL, "no such identifier: port=" + port + " index=" + index);
        }
        return gid;
    }

    @Override
    public MemoryAllocator memory() {
        return memory;
    }

    @Override
    public DmaMapper dma() {
        return iommu;
    }

    @Override
    public ProtectionDomain allocateProtectionDomain() {
        checkOpen();
        domains++;
        return new SimulatedProtectionDomain(this);
    }

    @Override
    public CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler handler) {
        checkOpen();
        checkRange("entries", entries, ATTRIBUTES.maxCqe());
        final CompletionQueue queue = new SimulatedCompletionQueue(this, entries, ownProcessor(loop), handler);
        completionQueues++;
        return queue;
    }

    @Override
    public ReceiveRequests newReceiveRequests(final int capacity) {
        checkRange("capacity", capacity, ATTRIBUTES.maxQpWr());
        return new ReceiveChain(capacity);
    }

    @Override
    public SendRequests newSendRequests(final int capacity, final int maxSge) {
        checkRange("capacity", capacity, ATTRIBUTES.maxQpWr());
        checkRange("maxSge", maxSge, ATTRIBUTES.maxSge());
        return new SendChain(capacity, maxSge);
    }

    @Override
    public ConnectionManager connections() {
        return connections;
    }

    @Override
    public void close() {
        checkOpen();
        final DeviceResources open = resources();
        if (!open.isEmpty()) {
            throw new VerbsException(Errno.EBUSY, "device is in use: name=" + name + " " + open);
        }
        registration.close();
        isClosed = true;
        fabric.detach(this);
    }

    Simulation simulation() {
        return fabric.simulation();
    }

    Personality personality() {
        return configuration.personality();
    }

    /** The queue pair of a number, or null. */
    SimulatedQueuePair queuePair(final int number) {
        return queuePairs.get(number);
    }

    CostModel costs() {
        return fabric.costs();
    }

    Fabric fabric() {
        return fabric;
    }

    PacketPool packets() {
        return fabric.packets();
    }

    SimulatedMemory simulatedMemory() {
        return memory;
    }

    Iommu iommu() {
        return iommu;
    }

    KeyTable keys() {
        return keys;
    }

    Registrar registrar() {
        return registration.registrar();
    }

    DeviceDma dmaUnit() {
        return dmaUnit;
    }

    Transmitter transmitter() {
        return transmitter;
    }

    SimulatedConnectionManager connectionManager() {
        return connections;
    }

    /** The processor that pays: the one whose handler runs, or the host's first. */
    Processor processor() {
        final Processor running = fabric.running();
        return running != null && running.host() == this ? running : firstProcessor;
    }

    /** The time of the host's processor whose handler runs, else the simulation's. */
    long eventTime() {
        final Processor running = fabric.running();
        return running != null && running.host() == this
                ? running.nanoTime()
                : simulation().nanoTime();
    }

    boolean isInHandler() {
        return fabric.running() != null;
    }

    /** Whether a processor may act: its own handler runs, or none does. */
    boolean isFor(final Processor processor) {
        return fabric.running() == null || fabric.running() == processor;
    }

    /** A processor begins to run a handler; returns the one that ran one before. */
    Processor enter(final Processor processor) {
        return fabric.run(processor);
    }

    void leave(final Processor outer) {
        fabric.run(outer);
    }

    /** Charges a doorbell; returns when what was posted takes effect. */
    long ringDoorbell() {
        final Processor processor = processor();
        processor.charge(doorbellCost);
        return processor.nanoTime();
    }

    void chargePageList(final int pages) {
        final double perPage = costs().get(CostParameter.MAP_MR_SG_PAGE);
        processor().charge(Math.round(costs().get(CostParameter.MAP_MR_SG) + perPage * (pages - 1)));
    }

    Processor ownProcessor(final EventLoop loop) {
        if (!(loop instanceof Processor) || ((Processor) loop).host() != this) {
            throw new VerbsException(Errno.EINVAL, "event loop is not one of the device's: device=" + name);
        }
        return (Processor) loop;
    }

    SimulatedRegion newRegion(final SimulatedProtectionDomain domain, final int maxPages) {
        final SimulatedRegion region = new SimulatedRegion(domain, maxPages, keys.takeKey());
        keys.put(region);
        fastRegisterRegions++;
        processor().charge(costs().nanos(CostParameter.ALLOC_MR));
        return region;
    }

    void remove(final SimulatedRegion region) {
        keys.remove(region);
        fastRegisterRegions--;
        processor().charge(costs().nanos(CostParameter.DEREG_MR));
    }

    SimulatedQueuePair newQueuePair(final SimulatedProtectionDomain domain, final QueuePairAttributes attributes) {
        checkServed(attributes);
        final QueuePairCapabilities sizes = attributes.capabilities();
        checkRange("maxSendWr", sizes.maxSendWr(), ATTRIBUTES.maxQpWr());
        checkRange("maxReceiveWr", sizes.maxReceiveWr(), ATTRIBUTES.maxQpWr());
        checkRange("maxSendSge", sizes.maxSendSge(), ATTRIBUTES.maxSge());
        checkOwn(attributes.sendQueue());
        checkOwn(attributes.receiveQueue());
        final int number = takeQueuePairNumber();
        final SimulatedQueuePair queuePair = new SimulatedQueuePair(domain, number, attributes);
        queuePairs.put(number, queuePair);
        return queuePair;
    }

    void remove(final SimulatedQueuePair queuePair) {
        queuePairs.remove(queuePair.number());
    }

    void removeDomain() {
        domains--;
    }

    void removeCompletionQueue() {
        completionQueues--;
    }

    /** Numbers go round, so that one just given back is not used again soon. */
    private int takeQueuePairNumber() {
        if (queuePairs.size() == QP_NUMBERS - FIRST_QP_NUMBER) {
            throw new VerbsException(Errno.ENOMEM, "no queue pair number left: limit=" + QP_NUMBERS);
        }
        int number;
        do {
            number = nextQueuePairNumber++;
            if (nextQueuePairNumber == QP_NUMBERS) {
                nextQueuePairNumber = FIRST_QP_NUMBER;
            }
        } while (queuePairs.containsKey(number));
        return number;
    }

    /** Refuses what the device does not have. */
    private static void checkServed(final QueuePairAttributes attributes) {
        final boolean isPlain = attributes.type() == QueuePairType.RC
                && attributes.sharedReceiveQueue() == null
                && attributes.xrcDomain() == null
                && !attributes.signalsAll()
                && attributes.inlineReceive() == InlineReceive.DEFAULT
                && attributes.capabilities().maxReceiveSge() == 1
                && attributes.capabilities().maxInlineData() == 0;
        if (!isPlain) {
            throw new VerbsException(Errno.EOPNOTSUPP, "the device has no such queue pairs: " + attributes);
        }
    }

    private void checkOwn(final CompletionQueue queue) {
        if (!(queue instanceof SimulatedCompletionQueue) || ((SimulatedCompletionQueue) queue).device() != this) {
            throw new VerbsException(Errno.EINVAL, "completion queue is not one of the device's: device=" + name);
        }
    }

    private static void checkRange(final String what, final int value, final int most) {
        if (value < 1 || value > most) {
            throw new VerbsException(Errno.EINVAL, what + " out of range: " + what + "=" + value + " limit=" + most);
        }
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "device is closed: name=" + name);
        }
    }
}
