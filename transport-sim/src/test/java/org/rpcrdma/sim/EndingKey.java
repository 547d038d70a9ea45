// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.MW_BIND;
import static org.rpcrdma.verbs.Access.ON_DEMAND;
import static org.rpcrdma.verbs.Access.REMOTE;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;

import java.util.EnumSet;
import java.util.Set;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;

/**
 * A key for a part of a side's buffer. The key is repeatedly opened for a peer and then invalidated, always in the same
 * way.
 */
final class EndingKey {
    private static final int RIGHTS = LOCAL_WRITE | REMOTE;

    final Way way;
    final int offset;
    private final ModifiedPair.Side owner;
    private final int length;
    private FastRegisterRegion fast;
    private MemoryWindow window;
    private ExtendedMemoryRegion region;
    private IndirectKey indirect;
    int key;

    /** The ways in which a key can become invalid. */
    enum Way {
        FAST_REGION_INVALIDATED_BY_THE_PEER,
        FAST_REGION_INVALIDATED,
        WINDOW_INVALIDATED_BY_THE_PEER,
        WINDOW_INVALIDATED,
        WINDOW_CLOSED,
        REGION_CLOSED,
        REGION_WITHOUT_RIGHTS,
        REGION_ELSEWHERE,
        PAGED_REGION_CLOSED,
        INDIRECT_KEY_INVALIDATED,
        REGION_UNDER_INDIRECT_KEY_CLOSED;

        private static final Set<Way> FAST = EnumSet.of(FAST_REGION_INVALIDATED_BY_THE_PEER, FAST_REGION_INVALIDATED);
        private static final Set<Way> INDIRECT = EnumSet.of(INDIRECT_KEY_INVALIDATED, REGION_UNDER_INDIRECT_KEY_CLOSED);
        private static final Set<Way> WINDOW =
                EnumSet.of(WINDOW_INVALIDATED_BY_THE_PEER, WINDOW_INVALIDATED, WINDOW_CLOSED);

        /** The ways in which the peer invalidates the key with a SEND. */
        static final Set<Way> BY_PEER = EnumSet.of(FAST_REGION_INVALIDATED_BY_THE_PEER, WINDOW_INVALIDATED_BY_THE_PEER);

        /** The ways in which the owner invalidates the key with a work request. */
        static final Set<Way> BY_REQUEST =
                EnumSet.of(FAST_REGION_INVALIDATED, WINDOW_INVALIDATED, INDIRECT_KEY_INVALIDATED);

        /** Returns true if opening the key requires a work request. */
        boolean isOpenedByRequest() {
            return FAST.contains(this) || INDIRECT.contains(this) || WINDOW.contains(this);
        }
    }

    EndingKey(final ModifiedPair.Side owner, final Way way, final int offset, final int length) {
        this.owner = owner;
        this.way = way;
        this.offset = offset;
        this.length = length;
    }

    /** Opens the key, either immediately or by posting a work request. */
    void open(final long wrId) {
        if (Way.FAST.contains(way)) {
            openFast(wrId);
        } else if (Way.WINDOW.contains(way)) {
            openWindow(wrId);
        } else if (Way.INDIRECT.contains(way)) {
            openIndirect(wrId);
        } else if (region == null) {
            region = register(way == Way.PAGED_REGION_CLOSED ? RIGHTS | ON_DEMAND : RIGHTS);
            key = region.rkey();
        } else {
            reopen();
        }
    }

    private void openFast(final long wrId) {
        if (fast == null) {
            fast = owner.domain.allocateFastRegisterRegion(length / 4096 + 1);
            fast.setPages(new long[] {owner.buffer.iova + offset}, new int[] {length}, 1, owner.buffer.iova + offset);
        }
        key = RemoteKey.increment(fast.key());
        owner.sends().registerMemory(wrId, SendRequests.SIGNALED, fast, key, RIGHTS);
        owner.post();
    }

    private void openWindow(final long wrId) {
        if (region == null) {
            region = register(LOCAL_WRITE | MW_BIND);
        }
        if (window == null) {
            window = owner.domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        }
        key = RemoteKey.increment(key == 0 ? window.rkey() : key);
        owner.sends().bindMemoryWindow(wrId, SendRequests.SIGNALED, window, key, region, region.iova(), length, REMOTE);
        owner.post();
    }

    private void openIndirect(final long wrId) {
        if (region == null) {
            region = register(RIGHTS);
        }
        if (indirect == null) {
            indirect = owner.domain.createIndirectKey(new IndirectKeyAttributes(IndirectKeyAttributes.INDIRECT, 4));
        }
        key = indirect.rkey();
        owner.sends().configureList(wrId, SendRequests.SIGNALED | SendRequests.INLINE, indirect, RIGHTS);
        owner.sends.sge(region.iova(), length / 2, region.lkey());
        owner.sends.sge(region.iova() + length / 2, length - length / 2, region.lkey());
        owner.post();
    }

    private ExtendedMemoryRegion register(final int access) {
        return owner.domain.registerMemory(owner.address + offset, length, owner.address + offset, access);
    }

    private void reopen() {
        if (way == Way.REGION_WITHOUT_RIGHTS) {
            region.reregister(CHANGE_ACCESS, null, 0, 0, RIGHTS);
        } else {
            region.reregister(CHANGE_TRANSLATION, null, owner.address + offset, length, 0);
        }
        key = region.rkey();
    }

    /** Returns the address at which peers access the key's memory. */
    long address() {
        if (Way.INDIRECT.contains(way)) {
            return 0;
        }
        return Way.FAST.contains(way) ? owner.buffer.iova + offset : region.iova();
    }

    /** Invalidates the key, either immediately or by posting a work request. */
    void end(final ModifiedPair.Side peer, final long wrId) {
        switch (way) {
            case FAST_REGION_INVALIDATED_BY_THE_PEER, WINDOW_INVALIDATED_BY_THE_PEER -> {
                peer.sends().sendWithInvalidate(wrId, SendRequests.SIGNALED, key);
                peer.post();
            }
            case FAST_REGION_INVALIDATED, WINDOW_INVALIDATED, INDIRECT_KEY_INVALIDATED -> {
                owner.sends().localInvalidate(wrId, SendRequests.SIGNALED, key);
                owner.post();
            }
            case WINDOW_CLOSED -> {
                window.close();
                window = null;
                key = 0;
            }
            case REGION_WITHOUT_RIGHTS -> region.reregister(CHANGE_ACCESS, null, 0, 0, LOCAL_WRITE);
            case REGION_ELSEWHERE -> region.reregister(CHANGE_TRANSLATION, null, owner.address + offset, 1, 0);
            case REGION_CLOSED, PAGED_REGION_CLOSED, REGION_UNDER_INDIRECT_KEY_CLOSED -> {
                region.close();
                region = null;
            }
        }
    }
}
