// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.rpcrdma.verbs.Access.FLUSH_GLOBAL;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.MW_BIND;
import static org.rpcrdma.verbs.Access.ON_DEMAND;
import static org.rpcrdma.verbs.Access.REMOTE;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;

/**
 * Tests that a peer has only the access that it was granted. If any bit of a key, an address or a length is changed,
 * the request can at most access the granted range. No byte outside the range changes, and the queue pairs fail as the
 * specification requires.
 */
class HostileKeyTest {
    private static final int RIGHTS = LOCAL_WRITE | REMOTE;
    private static final int ALL = RIGHTS | FLUSH_GLOBAL;
    private static final int FIRST = 4096;
    private static final int LENGTH = 4096;
    private static final int CONFIGURE = SendRequests.SIGNALED | SendRequests.INLINE;
    private static final IntUnaryOperator STRAIGHT = offset -> FIRST + offset;

    private final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
    private final ModifiedPair.Side server = pair.server;
    private final ExtendedSendRequests layout = server.device.newSendRequests(1, 4);
    private final long granted = server.address + FIRST;
    private HostilePeer peer;

    /** The server must have no other key that grants access. */
    @BeforeEach
    void connect() {
        server.maxSendSge = 4;
        server.access = ALL;
        pair.connect();
        server.region.close();
        peer = new HostilePeer(pair);
    }

    private HostilePeer.Grant straight(final int rkey, final int rights) {
        return new HostilePeer.Grant(rkey, granted, LENGTH, rights, STRAIGHT);
    }

    @Test
    void shouldOpenNothingButTheRegion() {
        tryRegion(ALL);
    }

    @Test
    void shouldOpenNothingButTheRegionOnDemand() {
        tryRegion(ALL | ON_DEMAND);
    }

    private void tryRegion(final int rights) {
        final MemoryRegion region = server.domain.registerMemory(granted, LENGTH, granted, rights);
        peer.tryAll(straight(region.rkey(), rights));
        region.close();
        peer.tryDead(region.rkey(), granted);
    }

    @Test
    void shouldOpenNothingButTheFastRegisteredRegion() {
        final long iova = server.device.dma().map(granted, LENGTH, DmaDirection.BIDIRECTIONAL);
        final FastRegisterRegion region = server.domain.allocateFastRegisterRegion(2);
        region.setPages(new long[] {iova}, new int[] {LENGTH}, 1, granted);
        server.sends().registerMemory(1, 0, region, region.nextKey(), RIGHTS);
        post();
        final int rkey = region.key();
        peer.tryAll(straight(rkey, RIGHTS));
        server.sends().localInvalidate(1, 0, rkey);
        post();
        peer.tryDead(rkey, granted);
    }

    @Test
    void shouldOpenNothingButTheWindowOfType1() {
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        final MemoryRegion region = bindable();
        final int old = bind(window, region, server.address + 2 * LENGTH, LENGTH);
        final int rkey = bind(window, region, granted, LENGTH);
        peer.tryAll(straight(rkey, RIGHTS));
        peer.tryKeys(straight(rkey, RIGHTS), old, server.address + 2 * LENGTH);
        bind(window, null, 0, 0);
        peer.tryDead(rkey, granted);
    }

    private int bind(final MemoryWindow window, final MemoryRegion region, final long address, final int length) {
        server.queuePair.bindMemoryWindow(window, 1, 0, region, address, length, region == null ? 0 : RIGHTS);
        pair.simulation.run();
        return window.rkey();
    }

    /**
     * A type 2 window belongs to its queue pair. A reset of the queue pair invalidates the window, and reconnecting
     * does not restore it.
     */
    @Test
    void shouldOpenNothingButTheWindowOfType2() {
        final MemoryRegion region = bindable();
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        final int old = window.rkey() + 1;
        server.sends().bindMemoryWindow(1, 0, window, old, region, server.address + 2 * LENGTH, LENGTH, RIGHTS);
        server.sends.localInvalidate(2, 0, old);
        server.sends.bindMemoryWindow(3, 0, window, old + 1, region, granted, LENGTH, RIGHTS);
        post();
        peer.tryAll(straight(old + 1, RIGHTS));
        peer.tryKeys(straight(old + 1, RIGHTS), old, server.address + 2 * LENGTH);
        window.close();
        peer.tryDead(old + 1, granted);
    }

    @Test
    void shouldOpenNothingButTheListedPieces() {
        final MemoryRegion region = bindable();
        final IndirectKey key = key();
        layout.configureList(1, CONFIGURE, key, RIGHTS);
        layout.sge(granted, 40, region.lkey());
        layout.sge(granted + 200, 1000, region.lkey());
        layout.sge(granted + 2 * LENGTH, LENGTH - 1040, region.lkey());
        tryKey(key, offset -> FIRST + offset + (offset < 40 ? 0 : offset < 1040 ? 160 : 2 * LENGTH - 1040));
        server.sends().localInvalidate(1, 0, key.rkey());
        post();
        peer.tryDead(key.rkey(), 0);
    }

    @Test
    void shouldOpenNothingButTheStrides() {
        final MemoryRegion region = bindable();
        final IndirectKey key = key();
        layout.configureInterleaved(1, CONFIGURE, key, RIGHTS, 16);
        layout.interleaved(granted, 40, 88, region.lkey());
        layout.interleaved(granted + 2 * LENGTH, 216, 40, region.lkey());
        tryKey(key, HostileKeyTest::stridePlace);
        key.close();
        peer.tryDead(key.rkey(), 0);
    }

    private static int stridePlace(final int offset) {
        final int round = offset / 256;
        final int inRound = offset % 256;
        return FIRST + (inRound < 40 ? round * 128 + inRound : 2 * LENGTH + round * 256 + inRound - 40);
    }

    @Test
    void shouldOpenOnlyTheMemoryOfIndirectKeys() {
        final MemoryRegion region = bindable();
        final IndirectKey inner = key();
        layout.configureList(1, CONFIGURE, inner, LOCAL_WRITE);
        layout.sge(granted, 64, region.lkey());
        layout.sge(granted + 200, 1000, region.lkey());
        configure();
        final IndirectKey outer = key();
        layout.configureList(1, CONFIGURE, outer, RIGHTS);
        layout.sge(24, 1000, inner.lkey());
        layout.sge(granted + 2 * LENGTH, LENGTH - 1000, region.lkey());
        tryKey(outer, offset -> FIRST + offset + (offset < 40 ? 24 : offset < 1000 ? 160 : 2 * LENGTH - 1000));
        peer.tryDead(inner.rkey(), 0);
        inner.close();
        peer.tryDead(outer.rkey(), 0);
    }

    private IndirectKey key() {
        return server.domain.createIndirectKey(new IndirectKeyAttributes(IndirectKeyAttributes.INDIRECT, 4));
    }

    private void tryKey(final IndirectKey key, final IntUnaryOperator places) {
        configure();
        peer.tryAll(new HostilePeer.Grant(key.rkey(), 0, LENGTH, RIGHTS, places));
    }

    private void configure() {
        server.queuePair.postSend(layout);
        layout.clear();
        server.runAndExpect("1:SUCCESS");
    }

    private MemoryRegion bindable() {
        return server.domain.registerMemory(server.address, 4 * LENGTH, server.address, LOCAL_WRITE | MW_BIND);
    }

    private void post() {
        server.post();
        pair.simulation.run();
        server.expect();
    }
}
