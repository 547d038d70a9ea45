// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.transport.TransportFixture.eventLoop;
import static org.rpcrdma.transport.TransportFixture.pattern;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.RegisteredShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests every way of mapping a shard on the simulated device. The test checks which objects are created, and that a
 * failing step does not leak resources.
 */
class ShardMappersTest extends TransportTest {
    @AutoClose
    private Host host;

    private static final int SHARD = 65_536;
    private static final int BUFFER = 16_384;

    /** A device whose calls can fail, and a mapper. Closing the host proves that no resources have been leaked. */
    private static final class Host implements AutoCloseable {
        final Simulation simulation = new Simulation(1);
        final SimulatedDevice simulated = new Fabric(simulation, CostModel.defaults()).attach("sim0", "10.98.0.1");
        final EventLoop loop = simulated.newEventLoop();
        final FaultyVerbs verbs = new FaultyVerbs();
        final Device device = verbs.wrap(Device.class, simulated);
        final ProtectionDomain domain = device.allocateProtectionDomain();
        final ShardMapper mapper;
        final MemoryBlock shard = simulated.memory().allocate(SHARD, SHARD);

        final boolean isPosting;

        Host(final MappingWay way) {
            mapper = way.mapper(domain, verbs.wrap(EventLoop.class, loop), BUFFER);
            isPosting = way == MappingWay.POSTED;
        }

        /** Completes all posted requests. */
        void complete() {
            simulation.runUntil(simulation.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1));
        }

        @Override
        public void close() {
            verbs.failNoMore();
            shard.close();
            mapper.close();
            domain.close();
            assertEquals(0, TransportFixture.inUse(simulated.frmrPools()), "mkeys");
            simulated.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMapAWholeShard(final MappingWay way) {
        host = new Host(way);
        final ShardMapping mapping = host.mapper.map(host.shard);
        assertEquals(way.isPerBuffer() ? SHARD / BUFFER : 1, mapping.mappings());
        assertEquals(SHARD / 4096, mapping.pages());
        assertEquals(SHARD, mapping.bytes());
        for (int offset = 0; offset < SHARD; offset += BUFFER) {
            assertEquals(mapping.iova(offset) + BUFFER - 1, mapping.iova(offset + BUFFER - 1), "contiguous");
            assertEquals(mapping.lkey(offset), mapping.lkey(offset + BUFFER - 1));
            mapping.syncForCpu(offset, BUFFER);
        }
        mapping.close();
        mapping.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"PER_BUFFER_REGISTERED", "PER_BUFFER_FAST_REGISTERED"})
    void shouldGiveEveryBufferADistinctKey(final MappingWay way) {
        host = new Host(way);
        final ShardMapping mapping = host.mapper.map(host.shard);
        assertNotEquals(mapping.lkey(0), mapping.lkey(BUFFER));
        mapping.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNothingIfAStepOfMappingFails(final MappingWay way) {
        sweep(way, (host, n) -> {
            host.verbs.failAt(n);
            return mappingFails(host);
        });
    }

    /**
     * Causes the device's n-th call to fail, for each n until no call fails. After each failure, the host can map
     * again.
     */
    private static void sweep(final MappingWay way, final BiPredicate<Host, Integer> fails) {
        int n = 0;
        boolean failed = true;
        for (; failed; n++) {
            try (Host host = new Host(way)) {
                failed = fails.test(host, n);
                host.verbs.failNoMore();
                host.mapper.map(host.shard).close();
            }
        }
        assertTrue(n > 1, "no step failed");
    }

    private static boolean mappingFails(final Host host) {
        try {
            final ShardMapping mapping = host.mapper.map(host.shard);
            final boolean hasFailed = host.verbs.hasFailed();
            assertFalse(hasFailed && !host.isPosting, "a fault went unnoticed");
            host.verbs.failNoMore();
            host.complete();
            mapping.close();
            return hasFailed;
        } catch (final VerbsException e) {
            assertTrue(host.verbs.hasFailed(), e.toString());
            assertTrue(e.errno() == Errno.ENOMEM || e.errno() == Errno.EIO, e.toString());
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNothingIfAStepOfUnmappingFails(final MappingWay way) {
        sweep(way, (host, n) -> {
            final ShardMapping mapping = host.mapper.map(host.shard);
            host.verbs.failAt(n);
            closeTwice(mapping);
            return host.verbs.hasFailed();
        });
    }

    private static void closeTwice(final ShardMapping mapping) {
        try {
            mapping.close();
        } catch (final VerbsException e) {
            assertEquals(Errno.ENOMEM, e.errno());
        }
        mapping.close();
    }

    /** From a certain step on, the device does nothing except remove DMA mappings. */
    @ParameterizedTest
    @EnumSource(names = {"FAST_REGISTERED", "PER_BUFFER_FAST_REGISTERED"})
    void shouldLoseNoRegionIfTheDeviceStaysBroken(final MappingWay way) {
        sweep(way, (host, n) -> {
            host.verbs.sparing = "unmap";
            host.verbs.faults = Integer.MAX_VALUE;
            host.verbs.failAt(n);
            return mappingFails(host);
        });
    }

    @Test
    void shouldNotWaitForWhatItPosts() {
        try (Host awaiting = new Host(MappingWay.FAST_REGISTERED);
                Host posting = new Host(MappingWay.POSTED)) {
            final long registration = CostModel.defaults().nanos(CostParameter.REG_MR);
            assertTrue(mappingNanos(posting) + registration <= mappingNanos(awaiting));
        }
    }

    private static long mappingNanos(final Host host) {
        final long before = host.loop.nanoTime();
        host.mapper.map(host.shard).close();
        return host.loop.nanoTime() - before;
    }

    @Test
    void shouldUseARegionAgainOnlyAfterItsInvalidationHasCompleted() {
        host = new Host(MappingWay.POSTED);
        final FrmrPools pools = ((FastRegisteredShardMapper) host.mapper).pools();
        final ShardMapping first = host.mapper.map(host.shard);
        final int key = first.lkey(0);
        first.close();
        final ShardMapping second = host.mapper.map(host.shard);
        final int other = second.lkey(0);
        assertNotEquals(key & ~0xff, other & ~0xff, "the first is not yet invalidated");
        assertEquals(2, TransportFixture.inUse(pools));
        host.complete();
        second.close();
        assertEquals(1, TransportFixture.inUse(pools));
        host.complete();
        final ShardMapping third = host.mapper.map(host.shard);
        assertEquals(other + 1, third.lkey(0), "the last used one");
        third.close();
    }

    /** The registration that fails also causes the failure of the other registration, which was posted after it. */
    @Test
    void shouldRegisterAgainAfterALateFailure() {
        host = new Host(MappingWay.POSTED);
        final MemoryBlock other = host.simulated.memory().allocate(SHARD, SHARD);
        final ShardMapping first = mapUnnoticed(host);
        final ShardMapping second = host.mapper.map(other);
        final int failed = first.lkey(0);
        host.complete();
        final ShardMapping third = host.mapper.map(other);
        assertNotEquals(failed, first.lkey(0));
        assertEquals(first.lkey(0), first.lkey(BUFFER));
        assertAccess(host.simulated, host.loop, host.domain, first, true, false);
        assertAccess(host.simulated, host.loop, host.domain, second, true, false);
        third.close();
        other.close();
    }

    /** Maps the host's shard with a registration that fails after it has been posted. */
    private static ShardMapping mapUnnoticed(final Host host) {
        host.mapper.map(host.shard).close();
        host.complete();
        host.verbs.failAt(2);
        final ShardMapping mapping = host.mapper.map(host.shard);
        assertTrue(host.verbs.hasFailed());
        host.verbs.failNoMore();
        return mapping;
    }

    @Test
    void shouldReportTheErrorOfRegisteringAgain() {
        host = new Host(MappingWay.POSTED);
        final ShardMapping mapping = mapUnnoticed(host);
        host.complete();
        host.mapper.map(host.shard).close();
        host.verbs.failAt(3);
        final VerbsException failure = assertThrows(VerbsException.class, () -> mapping.lkey(0));
        assertTrue(failure.getMessage().startsWith("EIO: registration failed: status="), failure.toString());
        host.verbs.failNoMore();
        assertNotEquals(0, mapping.lkey(0), "the next call tries again");
        mapping.close();
    }

    @Test
    void shouldDestroyARegionThatItCannotInvalidate() {
        host = new Host(MappingWay.FAST_REGISTERED);
        final FrmrPools pools = ((FastRegisteredShardMapper) host.mapper).pools();
        host.mapper.map(host.shard).close();
        assertEquals(1, pools.pools().get(0).queued(), "the region is kept");
        final ShardMapping mapping = host.mapper.map(host.shard);
        assertEquals(1, TransportFixture.inUse(pools));
        host.verbs.failAt(0);
        mapping.close();
        assertTrue(host.verbs.hasFailed());
        assertEquals(0, TransportFixture.inUse(pools));
        assertEquals(0, pools.pools().get(0).queued(), "it may be VALID");
    }

    @Test
    void shouldRejectAConnectionWhoseBuffersCannotBeRegistered() {
        final FaultyVerbs verbs = new FaultyVerbs();
        fixture.open(
                TransportFixture::echo,
                server -> server.mapper(domain -> new FastRegisteredShardMapper(
                        verbs.wrap(ProtectionDomain.class, domain), verbs.wrap(EventLoop.class, eventLoop(server)))));
        verbs.failAt(30);
        fixture.client.connect();
        fixture.run();
        assertTrue(verbs.hasFailed());
        assertEquals(List.of("rejected: the peer refused: reason=28 data=EIO"), fixture.disconnections);
        assertEquals(1, fixture.server.figures().connectionsRejected());
        assertEquals(List.of("EIO: registration failed: status=LOC_QP_OP_ERR key=0x601"), fixture.rejections);
        fixture.connect();
    }

    @Test
    void shouldStepTheKeyOfARegionThatIsUsedAgain() {
        host = new Host(MappingWay.FAST_REGISTERED);
        final ShardMapping first = host.mapper.map(host.shard);
        final int key = first.lkey(0);
        first.close();
        final ShardMapping second = host.mapper.map(host.shard);
        assertEquals(key + 1, second.lkey(0));
        second.close();
    }

    @Test
    void shouldNotCloseWhileMappingsAreOpen() {
        host = new Host(MappingWay.FAST_REGISTERED);
        final FastRegisteredShardMapper mapper = (FastRegisteredShardMapper) host.mapper;
        final ShardMapping mapping = mapper.map(host.shard);
        assertErrno(Errno.EBUSY, mapper::close);
        mapping.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetTheDeviceReadAndWriteAsTheDirectionSays(final DmaDirection direction) {
        final SimulatedDevice device = new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.98.0.1");
        final EventLoop loop = device.newEventLoop();
        final ProtectionDomain domain = device.allocateProtectionDomain();
        final MemoryBlock shard = device.memory().allocate(SHARD, SHARD);
        try (FastRegisteredShardMapper fast = new FastRegisteredShardMapper(domain, loop, direction)) {
            final boolean writes = direction != DmaDirection.TO_DEVICE;
            final boolean reads = direction != DmaDirection.FROM_DEVICE;
            assertAccess(device, loop, domain, new DmaShardMapper(domain, direction).map(shard), writes, reads);
            // There is no access flag for local reads, because the lkey suffices.
            assertAccess(device, loop, domain, new RegisteredShardMapper(domain, direction).map(shard), writes, true);
            assertAccess(device, loop, domain, fast.map(shard), writes, reads);
        }
        shard.close();
        domain.close();
        device.close();
    }

    /**
     * Sends a message from the first buffer of a shard to another buffer, then sends a message from that buffer to the
     * shard.
     */
    private static void assertAccess(
            final SimulatedDevice device,
            final EventLoop loop,
            final ProtectionDomain domain,
            final ShardMapping mapping,
            final boolean writes,
            final boolean reads) {
        final MemoryBlock other = device.memory().allocate(BUFFER, BUFFER);
        final MemoryRegion region = domain.registerMemory(other.address(), BUFFER, other.address(), Access.LOCAL_WRITE);
        final long iova = mapping.iova(0);
        final int lkey = mapping.lkey(0);
        assertEquals(writes, arrives(device, loop, domain, region.iova(), region.lkey(), iova, lkey), "written");
        assertEquals(reads, arrives(device, loop, domain, iova, lkey, region.iova(), region.lkey()), "read");
        region.close();
        other.close();
        mapping.close();
    }

    /** Returns true if a queue pair's SEND to itself arrives in its Receive buffer. */
    private static boolean arrives(
            final SimulatedDevice device,
            final EventLoop loop,
            final ProtectionDomain domain,
            final long from,
            final int sendKey,
            final long to,
            final int receiveKey) {
        try (CompletionQueue queue = device.createCompletionQueue(8, loop, ready -> {});
                QueuePair queuePair = domain.createQueuePair(new QueuePairAttributes(queue, queue, 1, 1, 1))) {
            queuePair.connectToItself();
            final ReceiveRequests receives = device.newReceiveRequests(1);
            receives.receive(1, to, 64, receiveKey);
            queuePair.postReceive(receives);
            final SendRequests sends = device.newSendRequests(1, 1);
            sends.send(2, SendRequests.SIGNALED);
            sends.sge(from, 64, sendKey);
            queuePair.postSend(sends);
            final Completions batch = new Completions(8);
            int completed = 0;
            boolean isGood = true;
            while (completed < 2) {
                queue.arm();
                loop.runOnce(TimeUnit.SECONDS.toNanos(10));
                queue.poll(batch);
                for (int i = 0; i < batch.count(); i++) {
                    isGood &= batch.status(i) == CompletionStatus.SUCCESS;
                }
                completed += batch.count();
            }
            return isGood;
        }
    }

    @Test
    void shouldRefuseADeviceWithoutFastRegisterRegions() {
        host = new Host(MappingWay.REGISTERED);
        final DeviceAttributes all = host.simulated.attributes();
        final Device without = new ForwardingDevice() {
            public DeviceAttributes attributes() {
                return new DeviceAttributes(all.maxQpWr(), all.maxSge(), all.maxCqe(), 0, all.pageSize());
            }
        }.over(host.simulated);
        final ProtectionDomain domain = (ProtectionDomain) Proxy.newProxyInstance(
                ProtectionDomain.class.getClassLoader(),
                new Class<?>[] {ProtectionDomain.class},
                (self, method, arguments) -> without);
        assertErrno(Errno.EOPNOTSUPP, () -> new FastRegisteredShardMapper(domain, null));
    }

    /** Makes calls through the mapper at both ends, reconnects, and releases everything. */
    @ParameterizedTest
    @EnumSource
    void shouldCarryCallsAtBothEnds(final MappingWay way) {
        fixture.open(
                TransportFixture::echo,
                server -> server.bufferSize(BUFFER).mapper(domain -> way.mapper(domain, eventLoop(server), BUFFER)),
                client -> client.bufferSize(BUFFER).mapper(domain -> way.mapper(domain, eventLoop(client), BUFFER)));
        for (int round = 1; round <= 3; round++) {
            fixture.client.connect();
            settle();
            final Outcome outcome = new Outcome();
            fixture.stage(round, 9000).send(9000, outcome);
            settle();
            assertTrue(outcome.isReply(), outcome.failure);
            assertEquals(9000, outcome.message.length);
            for (int i = 4; i < 9000; i++) {
                assertEquals(pattern(round, i), outcome.message[i]);
            }
            fixture.client.disconnect();
            settle();
        }
        assertEquals(3, fixture.connected);
        final long first = fixture.ended.get(0).setupNanos();
        final long second = fixture.ended.get(1).setupNanos();
        assertEquals(way.isPooled(), second < first / 2, "first=" + first + " second=" + second);
    }

    /** Processes all events except the ageing of idle memory. */
    private void settle() {
        fixture.run(TimeUnit.SECONDS.toNanos(1));
    }
}
