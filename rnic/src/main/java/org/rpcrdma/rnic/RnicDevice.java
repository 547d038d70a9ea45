// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.util.List;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.rnic.config.RegistrationStatistics;
import org.rpcrdma.rnic.connect.RnicConnectionManager;
import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.dma.LandingPool;
import org.rpcrdma.rnic.endpoint.QueuePairTable;
import org.rpcrdma.rnic.host.AsyncEvents;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.paging.MemoryAdvice;
import org.rpcrdma.rnic.key.paging.OnDemandPaging;
import org.rpcrdma.rnic.key.paging.OnDemandRegion;
import org.rpcrdma.rnic.key.region.FastRegions;
import org.rpcrdma.rnic.key.region.Registration;
import org.rpcrdma.rnic.key.region.UmemPinner;
import org.rpcrdma.rnic.link.DisturbedLink;
import org.rpcrdma.rnic.memory.BlockKind;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.DeviceTimes;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.port.RegistrationSettings;
import org.rpcrdma.rnic.queue.CompletionQueues;
import org.rpcrdma.rnic.queue.Doorbell;
import org.rpcrdma.rnic.queue.ReceiveChain;
import org.rpcrdma.rnic.queue.SendChain;
import org.rpcrdma.rnic.queue.SharedReceiveQueues;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.rnic.transmit.Transmitter;
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

/**
 * A software RNIC: the protocol engine behind the verbs contract. {@link DevicePorts} determines how time passes, what
 * operations cost, and how packets reach the peer.
 *
 * <p>A verbs call is charged to the {@link EventLoop} whose handler makes the call. A call outside any handler is
 * charged to the host's first loop. Posted requests take effect at that loop's time. If a queue pair fails or is
 * closed, the device closes its connection and notifies the peer.
 *
 * <p>The device and all objects obtained from it, including memory and DMA mappings, are confined to the thread that
 * runs its timeline.
 */
public class RnicDevice implements ExtendedDevice {
    /** The number of the device's only port. */
    private static final int PORT = 1;

    private final DeviceProfile profile;
    private final String ipAddress;
    private final HostLoops loops;
    private final HostMemory memory;
    private final Iommu iommu;
    private final DisturbedLink link;
    private final Meter meter;
    private final Faults faults;
    private final AsyncEvents asyncEvents;
    private final ProtectionDomains domains;
    private final UmemPinner pinning;
    private final Registration registration;
    private final OnDemandPaging onDemand;
    private final MemoryVerbs regions;
    private final CompletionQueues completionQueues;
    private final SharedReceiveQueues sharedReceiveQueues;
    private final QueuePairTable queuePairs;
    private final RnicConnectionManager connections;
    private boolean isClosed;

    /**
     * Creates a device.
     *
     * @param profile   the device's identity, limits and capabilities.
     * @param settings  the device's settings for memory registration.
     * @param ipAddress the host's numeric IP address.
     * @param ports     the interfaces to the device's environment.
     */
    @SuppressWarnings("exports") // used only by this project's devices
    protected RnicDevice(
            final DeviceProfile profile,
            final RegistrationSettings settings,
            final String ipAddress,
            final DevicePorts ports) {
        this.profile = profile;
        this.ipAddress = ipAddress;
        loops = ports.loops();
        memory = ports.memory();
        iommu = ports.iommu();
        link = ports.link();
        final Timeline timeline = ports.timeline();
        meter = ports.meter();
        final CallFaults callFaults = ports.callFaults();
        final DeviceTimes times = profile.times();
        faults = new Faults(profile.name(), ipAddress, link, callFaults);
        asyncEvents = new AsyncEvents(timeline, loops, times.event());
        link.state().listen(event -> asyncEvents.raisePort(event, PORT));
        final KeyTable keys = new KeyTable(ports.caches(), link, profile.numbering());
        domains = new ProtectionDomains(profile.name());
        pinning = new UmemPinner(memory, iommu, settings.memlock());
        registration = new Registration(profile, settings, keys, pinning, loops, meter, callFaults);
        onDemand = new OnDemandPaging(
                profile.attributes().onDemand().isImplicit(), times.pageFault(), timeline, meter, keys, memory, iommu);
        memory.register(onDemand);
        regions = new MemoryVerbs(
                profile,
                meter,
                keys,
                registration.registrar(),
                onDemand,
                new MemoryAdvice(timeline, times.prefetchedPage(), loops, meter, keys, onDemand),
                new FastRegions(keys, meter, callFaults));
        completionQueues = new CompletionQueues(profile, timeline, loops, meter, asyncEvents, memory, ports.taps());
        final Doorbell doorbell = new Doorbell(profile.gid(), loops, meter, callFaults, ports.taps());
        sharedReceiveQueues = new SharedReceiveQueues(profile, ports.caches(), doorbell, asyncEvents);
        queuePairs = new QueuePairTable(
                profile,
                new Transmitter(timeline, link, ports.packets(), ports.caches()),
                new DeviceDma(
                        keys, iommu, ports.caches(), memory, ports.dma(), new LandingPool(timeline, ports.packets())),
                doorbell,
                asyncEvents,
                completionQueues,
                sharedReceiveQueues);
        link.attach(queuePairs::find);
        connections = new RnicConnectionManager(profile, ipAddress, timeline, loops, meter, link, ports.wires());
    }

    /** Adds an event loop to the host. */
    @Override
    public EventLoop newEventLoop() {
        checkOpen();
        return loops.newEventLoop();
    }

    /**
     * Returns the device's FRMR pools, which hold mkeys for {@link ProtectionDomain#registerMemory}. The pools are
     * confined to the thread that runs the simulation.
     *
     * @return the pools, which the device owns; empty if the device uses a preallocated cache instead.
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
     * Returns the number of RNR NAKs that the device has sent because no Receive was posted or a page was not present.
     *
     * @return a non-negative number.
     */
    public long rnrNaks() {
        return queuePairs.rnrNaks();
    }

    /**
     * Returns the object that injects faults into this device.
     *
     * @return the object, which also counts faults.
     */
    public Faults faults() {
        return faults;
    }

    /**
     * Counts the device's open objects and its use of host memory.
     *
     * @return the current values.
     */
    public DeviceResources resources() {
        return new DeviceResources(
                domains.open(),
                completionQueues.size(),
                queuePairs.size(),
                sharedReceiveQueues.size(),
                domains.objects().regions(),
                domains.objects().fastRegisterRegions(),
                domains.objects().windows(),
                iommu.liveMappings() - pinning.live() - onDemand.mappedPages(),
                connections.listenerCount(),
                memory.liveBlocks(),
                memory.liveBytes());
    }

    /**
     * Returns the host's address.
     *
     * @return a numeric IP address.
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
        if (port != PORT || index != 0) {
            throw new VerbsException(Errno.EINVAL, "no such GID: port=" + port + " index=" + index);
        }
        return profile.gid();
    }

    @Override
    public MemoryAllocator memory() {
        return memory;
    }

    @Override
    public MemoryAllocator peerMemory() {
        DeviceLimits.require(profile.attributes(), DeviceCapability.PEER_MEMORY);
        return (length, alignment) -> memory.allocate(length, alignment, BlockKind.PEER);
    }

    @Override
    public DmaMapper dma() {
        DeviceLimits.require(profile.attributes(), DeviceCapability.LOCAL_DMA_LKEY);
        return iommu;
    }

    @Override
    public ExtendedProtectionDomain allocateProtectionDomain() {
        checkOpen();
        return new DeviceDomain(this, domains, regions, queuePairs, sharedReceiveQueues, link, meter);
    }

    @Override
    public CompletionQueue createCompletionQueue(
            final CompletionQueueAttributes wanted, final EventLoop loop, final CompletionHandler handler) {
        checkOpen();
        return completionQueues.create(wanted, loop, handler);
    }

    @Override
    public AutoCloseable handleAsyncEvents(final EventLoop loop, final AsyncEventHandler handler) {
        checkOpen();
        return asyncEvents.handle(loop, handler);
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
        link.state().stop();
        asyncEvents.close();
        isClosed = true;
    }

    List<OnDemandRegion> onDemandRegions() {
        return onDemand.regions();
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "device is closed: name=" + profile.name());
        }
    }
}
