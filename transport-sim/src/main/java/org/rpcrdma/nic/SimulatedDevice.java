// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.connect.SimulatedConnectionManager;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.DeviceConfiguration;
import org.rpcrdma.nic.cost.IommuMode;
import org.rpcrdma.nic.cost.IommuStatistics;
import org.rpcrdma.nic.cost.MemoryMode;
import org.rpcrdma.nic.cost.NicCacheStatistics;
import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.nic.cost.RegistrationStatistics;
import org.rpcrdma.nic.dma.DeviceDma;
import org.rpcrdma.nic.endpoint.QueuePairTable;
import org.rpcrdma.nic.host.AsyncEvents;
import org.rpcrdma.nic.host.BlockKind;
import org.rpcrdma.nic.host.CallFaults;
import org.rpcrdma.nic.host.DeviceLimits;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.GrantedAttributes;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.Processor;
import org.rpcrdma.nic.iommu.Iommu;
import org.rpcrdma.nic.iommu.PassthroughIommu;
import org.rpcrdma.nic.iommu.TranslatingIommu;
import org.rpcrdma.nic.key.DeviceObjects;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.nic.key.paging.MemoryAdvice;
import org.rpcrdma.nic.key.paging.OnDemandPaging;
import org.rpcrdma.nic.key.region.DeviceMemoryPool;
import org.rpcrdma.nic.key.region.FastRegions;
import org.rpcrdma.nic.key.region.Registration;
import org.rpcrdma.nic.key.region.SimulatedPageList;
import org.rpcrdma.nic.link.Port;
import org.rpcrdma.nic.queue.CompletionQueues;
import org.rpcrdma.nic.queue.PostingCosts;
import org.rpcrdma.nic.queue.ReceiveChain;
import org.rpcrdma.nic.queue.SendChain;
import org.rpcrdma.nic.queue.SharedReceiveQueues;
import org.rpcrdma.nic.transmit.Hardware;
import org.rpcrdma.nic.transmit.LandingPool;
import org.rpcrdma.nic.transmit.Transmitter;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;
import org.rpcrdma.verbs.extended.DeviceMemory;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.FastRegisterPageList;
import org.rpcrdma.verbs.extended.ForkStatus;
import org.rpcrdma.verbs.extended.QueueBufferAllocator;
import org.rpcrdma.verbs.extended.XrcDomain;

/**
 * A simulated RNIC and its host: memory, processors, IOMMU.
 *
 * <p>A verbs call charges its cost to the {@link EventLoop} whose handler makes it, or to the host's first loop outside any
 * handler. Posted requests take effect at that loop's time. A queue pair that fails or is closed ends its connection, and
 * the peer is notified.
 *
 * <p>The device and everything obtained from it, memory and DMA mappings included, belong to the thread that runs the
 * simulation.
 */
public final class SimulatedDevice implements ExtendedDevice {
    private final DeviceConfiguration configuration;
    private final CostModel costs;
    private final Simulation simulation;
    private final Consumer<SimulatedDevice> onClose;
    private final String name;
    private final String ipAddress;
    private final Gid gid;
    private final HostMemory memory;
    private final DeviceObjects objects = new DeviceObjects();
    private final ProtectionDomains domains;
    private final DeviceMemoryPool deviceMemory;
    private final Iommu iommu;
    private final ContextMemory contexts;
    private final KeyTable keys;
    private final DeviceDma dmaUnit;
    private final Port port;
    private final Transmitter transmitter;
    private final SimulatedConnectionManager connections;
    private final DeviceAttributes attributes;
    private final DeviceProfile profile;
    private final HostProcessors processors;
    private final PostingCosts postingCosts;
    private final QueuePairTable queuePairs;
    private final CompletionQueues completionQueues;
    private final SharedReceiveQueues sharedReceiveQueues;
    private final AsyncEvents asyncEvents;
    private final Faults faults;
    private final CallFaults callFaults = new CallFaults();
    private final Registration registration;
    private final OnDemandPaging onDemand;
    private final MemoryAdvice memoryAdvice;
    private final MemoryVerbs memoryVerbs;
    private boolean isClosed;

    SimulatedDevice(
            final FabricParts fabric,
            final String name,
            final String ipAddress,
            final DeviceConfiguration configuration,
            final CostModel costs,
            final Consumer<SimulatedDevice> onClose) {
        this.configuration = configuration;
        this.costs = costs;
        simulation = fabric.simulation();
        this.onClose = onClose;
        this.name = name;
        this.ipAddress = ipAddress;
        gid = Gid.of(new InetSocketAddress(ipAddress, 0).getAddress());
        attributes = GrantedAttributes.of(configuration);
        domains = new ProtectionDomains(name);
        profile = new DeviceProfile(name, gid, configuration, attributes, costs);
        processors = new HostProcessors(name, simulation, costs, fabric.running());
        postingCosts = new PostingCosts(processors, costs);
        memory = new HostMemory(fabric.heap(), configuration.memoryMode(), costs, processors, callFaults);
        asyncEvents = new AsyncEvents(simulation, costs);
        completionQueues = new CompletionQueues(profile, simulation, processors, asyncEvents, memory, fabric.taps());
        port = new Port(
                gid,
                simulation,
                costs,
                fabric.network(),
                fabric.packets(),
                simulation.randomOf("faults " + ipAddress),
                event -> asyncEvents.raisePort(event, 1),
                fabric.taps());
        faults = new Faults(name, ipAddress, port, callFaults);
        iommu = newIommu();
        contexts = new ContextMemory(costs());
        keys = new KeyTable(contexts, port);
        dmaUnit = new DeviceDma(
                simulation, costs, keys, iommu, contexts, memory, fabric.heap().messages());
        transmitter = new Transmitter(simulation, costs, port, contexts);
        connections = new SimulatedConnectionManager(
                profile, ipAddress, simulation, processors, port, fabric.connectionManagers(), fabric.taps());
        fabric.connectionManagers().put(ipAddress, connections);
        registration = new Registration(profile, keys, memory, iommu, processors, callFaults, domains);
        onDemand = new OnDemandPaging(profile, simulation, processors, keys, memory, iommu, domains);
        memory.register(onDemand);
        memoryAdvice = new MemoryAdvice(simulation, costs, processors, keys, onDemand);
        deviceMemory = new DeviceMemoryPool(attributes, keys, memory, domains, objects);
        memoryVerbs = new MemoryVerbs(
                profile,
                processors,
                memory,
                keys,
                registration.registrar(),
                onDemand,
                new FastRegions(keys, costs, processors, callFaults),
                domains);
        sharedReceiveQueues =
                new SharedReceiveQueues(profile, contexts, postingCosts, callFaults, asyncEvents, completionQueues);
        final Hardware hardware = new Hardware(
                profile,
                simulation,
                processors,
                postingCosts,
                callFaults,
                asyncEvents,
                memory,
                contexts,
                keys,
                dmaUnit,
                fabric.packets(),
                new LandingPool(fabric.packets()),
                port,
                transmitter,
                fabric.taps());
        queuePairs = new QueuePairTable(hardware, completionQueues, sharedReceiveQueues);
        fabric.network().attach(gid, queuePairs::find);
    }

    private Iommu newIommu() {
        final IommuMode mode = configuration.iommuMode();
        return mode == IommuMode.OFF
                ? new PassthroughIommu(memory, port, callFaults)
                : new TranslatingIommu(
                        memory, port, costs, processors, callFaults, mode == IommuMode.LAZY ? simulation : null);
    }

    /** Adds a processor to the host; the first call returns the host's first. */
    @Override
    public EventLoop newEventLoop() {
        checkOpen();
        return processors.newEventLoop();
    }

    /**
     * Returns DMA without verbs, for benchmarks of the bus and the IOMMU.
     *
     * @return engines of their own, idle at first.
     */
    public BareDma bareDma() {
        return new BareDma(costs, iommu);
    }

    /**
     * Returns the counters of the host's IOMMU.
     *
     * @return the live counters.
     */
    public IommuStatistics iommuStatistics() {
        return iommu.statistics();
    }

    /**
     * Returns the counters of the NIC's caches.
     *
     * @return the live counters.
     */
    public NicCacheStatistics nicCacheStatistics() {
        return contexts.statistics();
    }

    /**
     * Returns the device's FRMR pools, which hold mkeys for {@link ProtectionDomain#registerMemory}. They belong to the
     * thread that runs the simulation.
     *
     * @return the pools, which the device closes; empty in the older design.
     */
    public FrmrPools frmrPools() {
        return registration.pools();
    }

    /**
     * Returns the counters of memory registrations.
     *
     * @return the live counters.
     */
    public RegistrationStatistics registrationStatistics() {
        return registration.statistics();
    }

    /**
     * Returns the faults on demand of this device.
     *
     * @return arms faults and counts those that happened.
     */
    public Faults faults() {
        return faults;
    }

    CallFaults callFaults() {
        return callFaults;
    }

    /**
     * Counts the device's open objects and its host's memory.
     *
     * @return the counts of this moment.
     */
    public DeviceResources resources() {
        return new DeviceResources(
                domains.open(),
                completionQueues.size(),
                queuePairs.size(),
                sharedReceiveQueues.size(),
                sharedReceiveQueues.xrcDomains(),
                objects.regions(),
                objects.fastRegisterRegions(),
                objects.windows(),
                objects.pageLists(),
                objects.deviceMemories(),
                iommu.liveMappings() - registration.pinnedMappings() - onDemand.mappedPages(),
                connections.listenerCount(),
                memory.liveBlocks(),
                memory.liveBytes());
    }

    /**
     * Returns the host's address on the fabric.
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
        return attributes;
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

    /**
     * Returns the host's memory in a mode, which need not be that of the configuration: for example backed memory for
     * headers beside address-only memory for payload.
     *
     * @param mode backed by bytes, or addresses only.
     * @return the allocator, which belongs to the thread that runs the simulation.
     */
    public MemoryAllocator memory(final MemoryMode mode) {
        return memory.ofMode(mode);
    }

    @Override
    public MemoryAllocator peerMemory() {
        DeviceLimits.require(attributes, DeviceCapability.PEER_MEMORY);
        return (length, alignment) -> memory.allocate(length, alignment, BlockKind.PEER);
    }

    @Override
    public DeviceMemory allocateDeviceMemory(final long length, final int logAlignment) {
        checkOpen();
        return deviceMemory.allocate(length, logAlignment);
    }

    @Override
    public FastRegisterPageList allocateFastRegisterPageList(final int maxPages) {
        checkOpen();
        DeviceLimits.check("maxPages", maxPages, attributes.maxFastRegPages());
        return new SimulatedPageList(objects, maxPages);
    }

    @Override
    public ExtendedProtectionDomain allocateParentDomain(
            final ProtectionDomain domain, final QueueBufferAllocator allocator) {
        checkOpen();
        DeviceLimits.require(attributes, DeviceCapability.PARENT_DOMAIN);
        return new ParentDomain(domains.own(domain), allocator);
    }

    @Override
    public ExtendedProtectionDomain importProtectionDomain(final int handle) {
        checkOpen();
        DeviceLimits.require(attributes, DeviceCapability.IMPORT);
        return new ImportedDomain(objects.find(handle, SimulatedProtectionDomain.class));
    }

    @Override
    public void enableFork() {
        checkOpen();
        registration.fork().enable();
    }

    @Override
    public ForkStatus forkStatus() {
        return registration.fork().status();
    }

    @Override
    public DmaMapper dma() {
        DeviceLimits.require(attributes, DeviceCapability.LOCAL_DMA_LKEY);
        return iommu;
    }

    @Override
    public ExtendedProtectionDomain allocateProtectionDomain() {
        checkOpen();
        return new SimulatedProtectionDomain(this, domains);
    }

    @Override
    public CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler handler) {
        return createCompletionQueue(new CompletionQueueAttributes(entries, 0), loop, handler);
    }

    @Override
    public CompletionQueue createCompletionQueue(
            final CompletionQueueAttributes wanted, final EventLoop loop, final CompletionHandler handler) {
        checkOpen();
        return completionQueues.create(wanted, loop, handler);
    }

    @Override
    public XrcDomain openXrcDomain() {
        checkOpen();
        return sharedReceiveQueues.openXrcDomain();
    }

    @Override
    public AutoCloseable handleAsyncEvents(final EventLoop loop, final AsyncEventHandler handler) {
        checkOpen();
        return asyncEvents.handle(processors.own(loop), handler);
    }

    @Override
    public ReceiveRequests newReceiveRequests(final int capacity) {
        return newReceiveRequests(capacity, 1);
    }

    @Override
    public ReceiveRequests newReceiveRequests(final int capacity, final int maxSge) {
        DeviceLimits.check("capacity", capacity, attributes.maxQpWr());
        DeviceLimits.check("maxSge", maxSge, attributes.maxSge());
        return new ReceiveChain(capacity, maxSge);
    }

    @Override
    public ExtendedSendRequests newSendRequests(final int capacity, final int maxSge) {
        DeviceLimits.check("capacity", capacity, attributes.maxQpWr());
        DeviceLimits.check("maxSge", maxSge, attributes.maxSge());
        return new SendChain(attributes, capacity, maxSge);
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
        iommu.close();
        port.state().stop();
        asyncEvents.close();
        isClosed = true;
        onClose.accept(this);
    }

    Simulation simulation() {
        return simulation;
    }

    DeviceConfiguration configuration() {
        return configuration;
    }

    DeviceObjects objects() {
        return objects;
    }

    Personality personality() {
        return configuration.personality();
    }

    public CostModel costs() {
        return costs;
    }

    HostMemory simulatedMemory() {
        return memory;
    }

    Iommu iommu() {
        return iommu;
    }

    KeyTable keys() {
        return keys;
    }

    OnDemandPaging onDemand() {
        return onDemand;
    }

    MemoryVerbs memoryVerbs() {
        return memoryVerbs;
    }

    MemoryAdvice memoryAdvice() {
        return memoryAdvice;
    }

    Port port() {
        return port;
    }

    HostProcessors processors() {
        return processors;
    }

    QueuePairTable queuePairs() {
        return queuePairs;
    }

    SharedReceiveQueues sharedReceiveQueues() {
        return sharedReceiveQueues;
    }

    /** The processor that pays: the one whose handler runs, or the host's first. */
    Processor processor() {
        return processors.paying();
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "device is closed: name=" + name);
        }
    }
}
