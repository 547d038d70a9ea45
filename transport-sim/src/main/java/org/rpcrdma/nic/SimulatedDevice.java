// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.net.InetSocketAddress;
import java.util.List;
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
    private final DeviceProfile profile;
    private final String ipAddress;
    private final Consumer<SimulatedDevice> onClose;
    private final HostProcessors processors;
    private final HostMemory memory;
    private final AsyncEvents asyncEvents;
    private final Port port;
    private final Faults faults;
    private final Iommu iommu;
    private final ContextMemory contexts;
    private final Registration registration;
    private final OnDemandPaging onDemand;
    private final DeviceMemoryPool deviceMemory;
    private final CompletionQueues completionQueues;
    private final DomainParts parts;
    private final SimulatedConnectionManager connections;
    private boolean isClosed;

    /**
     * Builds a device bottom-up: the host, the link, the keys and what they name, the queues, the connections.
     *
     * @param onClose called once the device is closed.
     */
    SimulatedDevice(
            final FabricParts fabric,
            final String name,
            final String ipAddress,
            final DeviceConfiguration configuration,
            final CostModel costs,
            final Consumer<SimulatedDevice> onClose) {
        this.ipAddress = ipAddress;
        this.onClose = onClose;
        final Gid gid = Gid.of(new InetSocketAddress(ipAddress, 0).getAddress());
        profile = new DeviceProfile(name, gid, configuration, GrantedAttributes.of(configuration), costs);
        final Simulation simulation = fabric.simulation();
        final CallFaults callFaults = new CallFaults();
        processors = new HostProcessors(name, simulation, costs, fabric.running());
        memory = new HostMemory(fabric.heap(), configuration.memoryMode(), costs, processors, callFaults);
        asyncEvents = new AsyncEvents(simulation, costs);

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
        iommu = newIommu(profile, simulation, processors, memory, port, callFaults);

        contexts = new ContextMemory(costs);
        final KeyTable keys = new KeyTable(contexts, port);
        final ProtectionDomains domains = new ProtectionDomains(name);
        final DeviceObjects objects = new DeviceObjects();
        registration = new Registration(profile, keys, memory, iommu, processors, callFaults, domains);
        onDemand = new OnDemandPaging(profile, simulation, processors, keys, memory, iommu, domains);
        memory.register(onDemand);
        deviceMemory = new DeviceMemoryPool(profile.attributes(), keys, memory, domains, objects);
        final MemoryVerbs memoryVerbs = new MemoryVerbs(
                profile,
                processors,
                memory,
                keys,
                registration.registrar(),
                onDemand,
                new FastRegions(keys, costs, processors, callFaults),
                domains);

        final PostingCosts doorbells = new PostingCosts(processors, costs);
        completionQueues = new CompletionQueues(profile, simulation, processors, asyncEvents, memory, fabric.taps());
        final SharedReceiveQueues sharedReceiveQueues =
                new SharedReceiveQueues(profile, contexts, doorbells, callFaults, asyncEvents, completionQueues);
        final Hardware hardware = new Hardware(
                profile,
                simulation,
                processors,
                doorbells,
                callFaults,
                asyncEvents,
                memory,
                contexts,
                keys,
                new DeviceDma(
                        simulation,
                        costs,
                        keys,
                        iommu,
                        contexts,
                        memory,
                        fabric.heap().messages()),
                fabric.packets(),
                new LandingPool(fabric.packets()),
                port,
                new Transmitter(simulation, costs, port, contexts),
                fabric.taps());
        final QueuePairTable queuePairs = new QueuePairTable(hardware, completionQueues, sharedReceiveQueues);
        fabric.network().attach(gid, queuePairs::find);
        parts = new DomainParts(
                domains,
                objects,
                memoryVerbs,
                new MemoryAdvice(simulation, costs, processors, keys, onDemand),
                queuePairs,
                sharedReceiveQueues,
                port);

        connections = new SimulatedConnectionManager(
                profile, ipAddress, simulation, processors, port, fabric.connectionManagers(), fabric.taps());
        fabric.connectionManagers().put(ipAddress, connections);
    }

    private static Iommu newIommu(
            final DeviceProfile profile,
            final Simulation simulation,
            final HostProcessors processors,
            final HostMemory memory,
            final Port port,
            final CallFaults callFaults) {
        final IommuMode mode = profile.configuration().iommuMode();
        return mode == IommuMode.OFF
                ? new PassthroughIommu(memory, port, callFaults)
                : new TranslatingIommu(
                        memory,
                        port,
                        profile.costs(),
                        processors,
                        callFaults,
                        mode == IommuMode.LAZY ? simulation : null);
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
        return new BareDma(profile.costs(), iommu);
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

    /**
     * Counts the device's open objects and its host's memory.
     *
     * @return the counts of this moment.
     */
    public DeviceResources resources() {
        return new DeviceResources(
                parts.domains().open(),
                completionQueues.size(),
                parts.queuePairs().size(),
                parts.sharedReceiveQueues().size(),
                parts.sharedReceiveQueues().xrcDomains(),
                parts.objects().regions(),
                parts.objects().fastRegisterRegions(),
                parts.objects().windows(),
                parts.objects().pageLists(),
                parts.objects().deviceMemories(),
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
        return profile.name();
    }

    @Override
    public DeviceAttributes attributes() {
        return profile.attributes();
    }

    @Override
    public Gid gid(final int port, final int index) {
        if (port != 1 || index != 0) {
            throw new VerbsException(Errno.EINVAL, "no such identifier: port=" + port + " index=" + index);
        }
        return profile.gid();
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
        DeviceLimits.require(profile.attributes(), DeviceCapability.PEER_MEMORY);
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
        DeviceLimits.check("maxPages", maxPages, attributes().maxFastRegPages());
        return new SimulatedPageList(parts.objects(), maxPages);
    }

    @Override
    public ExtendedProtectionDomain allocateParentDomain(
            final ProtectionDomain domain, final QueueBufferAllocator allocator) {
        checkOpen();
        DeviceLimits.require(profile.attributes(), DeviceCapability.PARENT_DOMAIN);
        return new ParentDomain(parts.domains().own(domain), allocator);
    }

    @Override
    public ExtendedProtectionDomain importProtectionDomain(final int handle) {
        checkOpen();
        DeviceLimits.require(profile.attributes(), DeviceCapability.IMPORT);
        return new ImportedDomain(parts.objects().find(handle, SimulatedProtectionDomain.class));
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
        DeviceLimits.require(profile.attributes(), DeviceCapability.LOCAL_DMA_LKEY);
        return iommu;
    }

    @Override
    public ExtendedProtectionDomain allocateProtectionDomain() {
        checkOpen();
        return new SimulatedProtectionDomain(this, parts);
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
        return parts.sharedReceiveQueues().openXrcDomain();
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
        DeviceLimits.check("capacity", capacity, attributes().maxQpWr());
        DeviceLimits.check("maxSge", maxSge, attributes().maxSge());
        return new ReceiveChain(capacity, maxSge);
    }

    @Override
    public ExtendedSendRequests newSendRequests(final int capacity, final int maxSge) {
        DeviceLimits.check("capacity", capacity, attributes().maxQpWr());
        DeviceLimits.check("maxSge", maxSge, attributes().maxSge());
        return new SendChain(profile.attributes(), capacity, maxSge);
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
            throw new VerbsException(Errno.EBUSY, "device is in use: name=" + profile.name() + " " + open);
        }
        registration.close();
        iommu.close();
        port.state().stop();
        asyncEvents.close();
        isClosed = true;
        onClose.accept(this);
    }

    /** Returns the state of each on-demand region. */
    List<MemoryRegionStatus> onDemandRegions() {
        return onDemand.regions().stream().map(MemoryRegionStatus::of).toList();
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "device is closed: name=" + profile.name());
        }
    }
}
