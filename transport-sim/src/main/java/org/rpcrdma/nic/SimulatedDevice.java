// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.IommuStatistics;
import org.rpcrdma.nic.config.MemoryMode;
import org.rpcrdma.nic.config.NicCacheStatistics;
import org.rpcrdma.nic.config.ProcessorStatistics;
import org.rpcrdma.nic.config.ProcessorWork;
import org.rpcrdma.nic.config.RegistrationStatistics;
import org.rpcrdma.nic.connect.SimulatedConnectionManager;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.BlockKind;
import org.rpcrdma.nic.host.DeviceLimits;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.GrantedAttributes;
import org.rpcrdma.nic.key.paging.OnDemandRegion;
import org.rpcrdma.nic.key.region.SimulatedPageList;
import org.rpcrdma.nic.link.DisturbedLink;
import org.rpcrdma.nic.queue.ReceiveChain;
import org.rpcrdma.nic.queue.SendChain;
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
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.FastRegisterPageList;

/**
 * A simulated RNIC and its host: memory, processors, IOMMU.
 *
 * <p>A verbs call charges its cost to the {@link EventLoop} whose handler makes it, or to the host's first loop outside
 * any handler. Posted requests take effect at that loop's time. A queue pair that fails or is closed ends its
 * connection, and the peer is notified.
 *
 * <p>The device and everything obtained from it, memory and DMA mappings included, belong to the thread that runs the
 * simulation.
 */
public final class SimulatedDevice implements ExtendedDevice {
    /** The number of the only port. */
    private static final int PORT = 1;

    private final DeviceProfile profile;
    private final String ipAddress;
    private final Consumer<SimulatedDevice> onClose;
    private final HostParts host;
    private final DisturbedLink link;
    private final Faults faults;
    private final MemoryParts memory;
    private final QueueParts queues;
    private final SimulatedConnectionManager connections;
    private boolean isClosed;

    /**
     * Builds a device bottom-up: the host, the link, memory and keys, the queues, the connections.
     *
     * @param network makes its link.
     * @param onClose called once the device is closed.
     */
    SimulatedDevice(
            final FabricParts fabric,
            final Network network,
            final String name,
            final String ipAddress,
            final DeviceConfiguration configuration,
            final CostModel costs,
            final Consumer<SimulatedDevice> onClose) {
        this.ipAddress = ipAddress;
        this.onClose = onClose;
        final Gid gid = Gid.of(new InetSocketAddress(ipAddress, 0).getAddress());
        profile = new DeviceProfile(
                name, gid, configuration, GrantedAttributes.of(configuration), costs, network.numbering());
        host = HostParts.of(profile, fabric);
        link = network.newLink(profile, host.asyncEvents());
        faults = new Faults(name, ipAddress, link, host.callFaults());
        memory = MemoryParts.of(profile, fabric.simulation(), host, link);
        queues = QueueParts.of(profile, fabric, host, memory, link);
        network.attach(queues.queuePairs()::find);
        connections = network.newConnections(profile, host.processors());
    }

    /** Adds a processor to the host; the first call returns the host's first. */
    @Override
    public EventLoop newEventLoop() {
        checkOpen();
        return host.processors().newEventLoop();
    }

    /**
     * Returns the CPU time of the host's processors by kind of work.
     *
     * @return live counters.
     */
    public ProcessorStatistics processorStatistics() {
        return host.processors();
    }

    /**
     * Returns the CPU time of the processor that pays for the current call: the one whose handler runs, or else the
     * host's first. While that awaits a completion, other processors' handlers run, whose time is not in it.
     *
     * @return live counters of that one processor.
     */
    public ProcessorStatistics payingProcessorStatistics() {
        return host.processors().payingStatistics();
    }

    /**
     * Spends time of the processor whose handler runs, or else of the host's first, on the program's own work.
     *
     * @param nanos nanoseconds, 0 or more.
     * @throws IllegalArgumentException if it is negative.
     */
    public void spend(final long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("time must not be negative: nanos=" + nanos);
        }
        host.processors().charge(ProcessorWork.SERVICE, nanos);
    }

    /**
     * Spends time of the same processor on what the kernel does around verbs.
     *
     * @param work  the account of the time.
     * @param cost  the parameter that is the time of doing it once.
     * @param times how often it is done, 0 or more.
     */
    public void spend(final ProcessorWork work, final CostParameter cost, final long times) {
        host.processors().charge(work, cost, times);
    }

    /**
     * Returns DMA without verbs, for benchmarks of the bus and the IOMMU.
     *
     * @return engines of their own, idle at first.
     */
    public BareDma bareDma() {
        return new BareDma(profile.costs(), memory.iommu());
    }

    /**
     * Returns the counters of the host's IOMMU.
     *
     * @return the live counters.
     */
    public IommuStatistics iommuStatistics() {
        return memory.iommu().statistics();
    }

    /**
     * Returns the counters of the NIC's caches.
     *
     * @return the live counters.
     */
    public NicCacheStatistics nicCacheStatistics() {
        return memory.contexts().statistics();
    }

    /**
     * Returns the device's FRMR pools, which hold mkeys for {@link ProtectionDomain#registerMemory}. They belong to the
     * thread that runs the simulation.
     *
     * @return the pools, which the device closes; empty in the older design.
     */
    public FrmrPools frmrPools() {
        return memory.registration().pools();
    }

    /**
     * Returns the counters of memory registrations.
     *
     * @return the live counters.
     */
    public RegistrationStatistics registrationStatistics() {
        return memory.registration().statistics();
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
                memory.domains().open(),
                queues.completionQueues().size(),
                queues.queuePairs().size(),
                queues.sharedReceiveQueues().size(),
                memory.objects().regions(),
                memory.objects().fastRegisterRegions(),
                memory.objects().windows(),
                memory.objects().pageLists(),
                memory.dmaMappings(),
                connections == null ? 0 : connections.listenerCount(),
                host.memory().liveBlocks(),
                host.memory().liveBytes());
    }

    /**
     * Returns the host's address on the fabric.
     *
     * @return an IP address in digits.
     */
    public String ipAddress() {
        return ipAddress;
    }

    /**
     * Returns the longest payload of a packet.
     *
     * @return bytes: 256, 512, 1024, 2048 or 4096.
     */
    public int mtu() {
        return link.mtu();
    }

    /**
     * Returns how many packets one call of the system sends at most.
     *
     * @return 64 for a device on a UDP socket that Linux takes runs of packets from, 1 for another one, 0 in a
     *     simulation.
     */
    public int packetsACall() {
        return link.packetsACall();
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
        if (port != PORT || index != 0) {
            throw new VerbsException(Errno.EINVAL, "no such identifier: port=" + port + " index=" + index);
        }
        return profile.gid();
    }

    @Override
    public MemoryAllocator memory() {
        return host.memory();
    }

    /**
     * Returns the host's memory in a mode, which need not be that of the configuration: for example backed memory for
     * headers beside address-only memory for payload.
     *
     * @param mode backed by bytes, or addresses only.
     * @return the allocator, which belongs to the thread that runs the simulation.
     */
    public MemoryAllocator memory(final MemoryMode mode) {
        return host.memory().ofMode(mode);
    }

    @Override
    public MemoryAllocator peerMemory() {
        DeviceLimits.require(profile.attributes(), DeviceCapability.PEER_MEMORY);
        return (length, alignment) -> host.memory().allocate(length, alignment, BlockKind.PEER);
    }

    @Override
    public FastRegisterPageList allocateFastRegisterPageList(final int maxPages) {
        checkOpen();
        DeviceLimits.check("maxPages", maxPages, attributes().maxFastRegPages());
        return new SimulatedPageList(memory.objects(), maxPages);
    }

    @Override
    public DmaMapper dma() {
        DeviceLimits.require(profile.attributes(), DeviceCapability.LOCAL_DMA_LKEY);
        return memory.iommu();
    }

    @Override
    public ExtendedProtectionDomain allocateProtectionDomain() {
        checkOpen();
        return new SimulatedProtectionDomain(this, memory, queues, link);
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
        return queues.completionQueues().create(wanted, loop, handler);
    }

    @Override
    public AutoCloseable handleAsyncEvents(final EventLoop loop, final AsyncEventHandler handler) {
        checkOpen();
        return host.asyncEvents().handle(host.processors().own(loop), handler);
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
        if (connections == null) {
            throw VerbsException.unsupported("connection management");
        }
        return connections;
    }

    @Override
    public void close() {
        checkOpen();
        final DeviceResources open = resources();
        if (!open.isEmpty()) {
            throw new VerbsException(Errno.EBUSY, "device is in use: name=" + profile.name() + " " + open);
        }
        memory.registration().close();
        memory.iommu().close();
        link.state().stop();
        host.asyncEvents().close();
        isClosed = true;
        onClose.accept(this);
    }

    List<OnDemandRegion> onDemandRegions() {
        return memory.onDemand().regions();
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "device is closed: name=" + profile.name());
        }
    }
}
