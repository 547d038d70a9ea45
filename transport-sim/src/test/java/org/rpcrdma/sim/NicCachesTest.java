// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.GuardedBuffer.LKEY;
import static org.rpcrdma.verbs.extended.IndirectKeyAttributes.INDIRECT;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.NicCache;
import org.rpcrdma.sim.config.NicCacheStatistics;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;

/** Tests which look-ups known traffic causes in the NIC's caches, and what they cost. */
class NicCachesTest {
    private static final int PAGE = 4096;
    private static final int SIZE = 16 * PAGE;
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.MW_BIND;

    private final ConnectedPair pair =
            new ConnectedPair(CostModel.defaults().with(CostParameter.LARGEST_PAGE, PAGE), ConnectedPair.parameters(7));
    private final ConnectedPair.Side client = pair.client;
    private final ConnectedPair.Side server = pair.server;
    private final NicCacheStatistics statistics = server.simulated().nicCacheStatistics();
    private final GuardedBuffer source = new GuardedBuffer(client.device, SIZE);
    private final MemoryBlock block = server.device.memory().allocate(SIZE, SIZE);
    private final long[] before = new long[2 * NicCache.values().length];

    private MemoryRegion register() {
        return server.domain.registerMemory(block.address(), SIZE, block.address(), RIGHTS);
    }

    /** Creates an indirect key for two parts of a region on the server. */
    private IndirectKey indirect(final MemoryRegion region) {
        final IndirectKey key = server.domain.createIndirectKey(new IndirectKeyAttributes(INDIRECT, 4));
        final ExtendedSendRequests sends = server.sends();
        sends.configureList(1, SIGNALED | SendRequests.INLINE, key, Access.LOCAL_WRITE | Access.REMOTE_WRITE);
        sends.sge(block.address(), 50, region.lkey());
        sends.sge(block.address() + 9 * PAGE, 50, region.lkey());
        server.postSends();
        pair.simulation.run();
        return key;
    }

    private void write(final long address, final int length, final int key) {
        remember();
        client.post(sends -> sends.rdmaWrite(1, SIGNALED, address, key), source.iova, length, LKEY);
        client.runAndExpect("1:SUCCESS");
    }

    private void remember() {
        for (final NicCache cache : NicCache.values()) {
            before[2 * cache.ordinal()] = statistics.hits(cache);
            before[2 * cache.ordinal() + 1] = statistics.misses(cache);
        }
    }

    private void assertGrown(final NicCache cache, final int hits, final int misses) {
        assertEquals(hits, statistics.hits(cache) - before[2 * cache.ordinal()], cache + " hits");
        assertEquals(misses, statistics.misses(cache) - before[2 * cache.ordinal() + 1], cache + " misses");
    }

    @Test
    void shouldLookUpARegionOnceAPacketAndItsTranslationsOnceALine() {
        final MemoryRegion region = register();
        write(region.iova(), SIZE, region.rkey());
        assertGrown(NicCache.MPT_L1, 15, 1);
        assertGrown(NicCache.MPT_L2, 0, 1);
        assertGrown(NicCache.MTT_L1, 14, 2);
        assertGrown(NicCache.MTT_L2, 0, 2);
        write(region.iova() + 7 * PAGE + 1, PAGE, region.rkey());
        assertGrown(NicCache.MPT_L1, 1, 0);
        assertGrown(NicCache.MTT_L1, 2, 0);
        region.close();
        final MemoryRegion again = register();
        write(again.iova(), 1, again.rkey());
        assertGrown(NicCache.MPT_L1, 1, 0); // the pool kept the mkey
    }

    @Test
    void shouldNeedFewerTranslationsWithLargerPages() {
        final ConnectedPair large = new ConnectedPair();
        final MemoryBlock memory = large.server.device.memory().allocate(SIZE, SIZE);
        final MemoryRegion region =
                large.server.domain.registerMemory(memory.address(), SIZE, memory.address(), RIGHTS);
        final GuardedBuffer from = new GuardedBuffer(large.client.device, SIZE);
        large.client.post(sends -> sends.rdmaWrite(1, SIGNALED, region.iova(), region.rkey()), from.iova, SIZE, LKEY);
        large.simulation.run();
        assertEquals(1, large.server.simulated().nicCacheStatistics().misses(NicCache.MTT_L1), "one page of 64 KB");
    }

    @Test
    void shouldNotLookUpTheLocalDmaLkey() {
        server.postReceive(2, new GuardedBuffer(server.device, SIZE).iova, SIZE, LKEY);
        remember();
        client.post(sends -> sends.send(1, SIGNALED), source.iova, SIZE, LKEY);
        server.runAndExpect("2:SUCCESS");
        assertGrown(NicCache.MPT_L1, 0, 0);
        assertGrown(NicCache.MTT_L1, 0, 0);
        assertGrown(NicCache.QPC, 15, 1);
        assertGrown(NicCache.RECEIVE_WQE, 1, 0);
    }

    @Test
    void shouldLookUpAWindowAndItsRegion() {
        final MemoryRegion region = register();
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        server.queuePair.bindMemoryWindow(window, 3, 0, region, region.iova(), SIZE, Access.REMOTE_WRITE);
        pair.simulation.run();
        write(region.iova(), 100, window.rkey());
        assertGrown(NicCache.MPT_L1, 0, 2);
        assertGrown(NicCache.MTT_L1, 0, 1);
    }

    @Test
    void shouldChaseTheListOfAnIndirectKey() {
        final MemoryRegion region = register();
        final IndirectKey key = indirect(region);
        write(0, 100, key.rkey());
        assertGrown(NicCache.MPT_L1, 2, 2);
        assertGrown(NicCache.MTT_L1, 1, 3);
        key.close();
        final IndirectKey again = indirect(region);
        assertEquals(key.rkey() >>> 8, again.rkey() >>> 8);
        write(0, 100, again.rkey());
        assertGrown(NicCache.MPT_L1, 3, 1);
    }

    @Test
    void shouldLookUpAFastRegisteredRegionUnderEachOfItsKeys() {
        final GuardedBuffer target = new GuardedBuffer(server.device, SIZE);
        final FastRegisterRegion region = server.register(target, RIGHTS & ~Access.MW_BIND);
        write(target.iova, SIZE, region.key());
        assertGrown(NicCache.MPT_L1, 15, 1);
        assertGrown(NicCache.MTT_L1, 14, 2);
        server.completions();
        final ExtendedSendRequests sends = server.sends();
        sends.localInvalidate(4, 0, region.key());
        sends.registerMemory(5, 0, region, RemoteKey.increment(region.key()), RIGHTS & ~Access.MW_BIND);
        server.postSends();
        pair.simulation.run();
        write(target.iova, SIZE, region.key());
        assertGrown(NicCache.MPT_L1, 16, 0);
        assertGrown(NicCache.MTT_L1, 16, 0);
    }

    @Test
    void shouldTakeLongerForEachMiss() {
        latency(register());
        final MemoryRegion region = register();
        final long cold = latency(region);
        final long warm = latency(region);
        assertEquals(343 + 800 + 205 + 270 + 300 + 70 + 74, cold - warm, 1, "and the IOTLB's miss, far off");
    }

    private long latency(final MemoryRegion region) {
        final long begin = pair.simulation.nanoTime();
        write(region.iova(), 64, region.rkey());
        return pair.simulation.nanoTime() - begin;
    }
}
