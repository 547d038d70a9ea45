// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.rpcrdma.sim.model.Request.Element;
import org.rpcrdma.verbs.Access;

/** Random choices for steps. Each step has its own generator, so that omitting one step does not change the others. */
final class Draw {
    private static final long STEP = 0x9e37_79b9_7f4a_7c15L;
    private static final int SHORT = 200;
    private static final int LONG = 5000;
    private static final int FAR = 1 << 20;

    private final long seed;
    private SplittableRandom random;
    private long nextId = 1;

    Draw(final long seed) {
        this.seed = seed;
    }

    void begin(final long step) {
        random = new SplittableRandom(seed ^ step * STEP);
    }

    int below(final int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(final int number) {
        return random.nextInt(number) == 0;
    }

    long any() {
        return random.nextLong();
    }

    /** Returns an id for a work request. The lowest bit is set for a Receive. */
    long id(final boolean isReceive) {
        return nextId++ << 1 | (isReceive ? 1 : 0);
    }

    int length() {
        return oneIn(30) ? 0 : oneIn(12) ? below(LONG) : 1 + below(SHORT);
    }

    <T> T one(final List<T> from) {
        return from.isEmpty() ? null : from.get(below(from.size()));
    }

    /** Returns a random element that matches, or null. */
    <T> T one(final List<T> from, final Predicate<T> fits) {
        final int first = from.isEmpty() ? 0 : below(from.size());
        for (int i = 0; i < from.size(); i++) {
            final T candidate = from.get((first + i) % from.size());
            if (fits.test(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    /**
     * Returns an element of limited length. Most of these elements, but not all, may be used by a queue pair in the
     * given domain.
     */
    Request.Element element(final Host host, final int domain, final int bytes, final boolean isWrite) {
        if (oneIn(100)) {
            return badElement(host, domain, bytes);
        }
        final int rights = isWrite ? Access.LOCAL_WRITE : 0;
        final int choice = below(20);
        if (choice < 4 && !host.mappings.isEmpty()) {
            return mapped(host, bytes);
        }
        ModelKey key = choice < 8 ? localFast(host, domain, rights) : null;
        key = key == null ? localRegion(host, domain, rights) : key;
        return key == null ? badElement(host, domain, bytes) : inside(key, bytes);
    }

    private ModelKey localRegion(final Host host, final int domain, final int rights) {
        final Objects.Region found = one(
                host.regions,
                region -> region.model.isOpen
                        && region.model.place >= 0
                        && region.model.domain == domain
                        && (region.model.access & rights) == rights);
        return found == null ? null : found.model;
    }

    private ModelKey localFast(final Host host, final int domain, final int rights) {
        final Objects.Fast found = one(
                host.fasts,
                fast -> fast.model.isOpen && fast.model.domain == domain && (fast.model.access & rights) == rights);
        return found == null ? null : found.model;
    }

    private Request.Element inside(final ModelKey key, final int bytes) {
        final int length = (int) Math.min(bytes, key.length);
        final long offset = oneIn(4) ? key.length - length : below((int) (key.length - length) + 1);
        return new Element(key.start + offset, length, key.key);
    }

    /** Returns a part of a DMA mapping. The part is so short that a forbidden use fails with its first packet. */
    private Request.Element mapped(final Host host, final int bytes) {
        final Objects.Mapping mapping = one(host.mappings);
        final int length = Math.min(Math.min(bytes, mapping.length()), SHORT);
        return new Element(mapping.iova() + below(mapping.length() - length + 1), length, host.model.localDmaLkey);
    }

    private Request.Element badElement(final Host host, final int domain, final int bytes) {
        final Objects.Region region = one(host.regions);
        final int length = 1 + Math.min(bytes, SHORT);
        if (region == null || region.model.place < 0) {
            return new Element(host.block.address(), length, (int) any() | 1 << 30);
        }
        final ModelKey key = region.model;
        return switch (below(4)) {
            case 0 -> new Element(key.start, length, oldKey(host));
            case 1 -> new Element(key.start + key.length + below(FAR), length, key.key);
            case 2 -> new Element(key.start - 1 - below(FAR), length, key.key);
            default -> new Element(key.start, length, key.key ^ 1 << below(Integer.SIZE));
        };
    }

    private int oldKey(final Host host) {
        return host.oldKeys[below(host.oldKeys.length)];
    }

    /** Chooses a place in the peer's memory for a request, and returns the number of bytes that fit there. */
    int remote(final Request request, final Pair.End peer, final int bytes, final int right) {
        final ModelKey key = oneIn(60) ? anyKey(peer.host) : remoteKey(peer, right);
        if (key == null) {
            request.rkey = oldKey(peer.host);
            request.remoteAddress = any();
            return bytes;
        }
        final Request.Element place = inside(key, bytes);
        request.rkey = place.lkey();
        request.remoteAddress = place.address();
        if (request.kind.isAtomic() && !oneIn(20)) {
            request.remoteAddress = Math.max(key.start + 7 & -8, request.remoteAddress & -8);
        }
        if (oneIn(150)) {
            spoil(request, peer.host, key);
        }
        return place.length();
    }

    private void spoil(final Request request, final Host host, final ModelKey key) {
        switch (below(4)) {
            case 0 -> request.rkey = oldKey(host);
            case 1 -> request.rkey ^= 1 << below(Integer.SIZE);
            case 2 -> request.remoteAddress = key.start + key.length - below(4);
            default -> request.remoteAddress = key.start - 1 - below(FAR);
        }
    }

    private ModelKey anyKey(final Host host) {
        final Objects.Region region = one(host.regions, candidate -> candidate.model.place >= 0);
        return region == null ? null : region.model;
    }

    private ModelKey remoteKey(final Pair.End peer, final int right) {
        final Predicate<ModelKey> fits =
                key -> key.isOpen && key.place >= 0 && key.allowsPeer(peer.model, key.start, 1, right);
        final Host host = peer.host;
        final int choice = below(4);
        if (choice == 0) {
            final Objects.Window window = one(host.windows, candidate -> fits.test(candidate.model));
            return window == null ? null : window.model;
        }
        if (choice == 1) {
            final Objects.Fast fast = one(host.fasts, candidate -> fits.test(candidate.model));
            return fast == null ? null : fast.model;
        }
        final Objects.Region region = one(host.regions, candidate -> fits.test(candidate.model));
        return region == null ? null : region.model;
    }
}
