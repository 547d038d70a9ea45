// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.collections.ArrayUtil;

/**
 * Every stack of free buffers in front of an arena's shards: those of threads, which can be taken away from them, and
 * those of {@code ArenaEndpoint}s, which cannot. Read by any thread, changed under the arena's lock.
 */
public final class LocalCaches {
    public final ThreadCaches threads;
    /** The endpoints, and nulls behind them; written anew after each change, for those who read it. */
    private volatile EndpointCache[] endpoints = {};

    private int endpointCount;
    private volatile long releasesOfRemoved;

    public LocalCaches(final int threadCapacity) {
        threads = new ThreadCaches(threadCapacity);
    }

    public void add(final EndpointCache endpoint) {
        final EndpointCache[] all = ArrayUtil.ensureCapacity(endpoints, endpointCount + 1);
        endpoint.place = endpointCount;
        all[endpointCount++] = endpoint;
        endpoints = all;
    }

    /** The last one takes its place. */
    public void remove(final EndpointCache endpoint) {
        final EndpointCache[] all = endpoints;
        final EndpointCache last = all[--endpointCount];
        last.place = endpoint.place;
        all[endpoint.place] = last;
        all[endpointCount] = null;
        endpoint.place = -1;
        releasesOfRemoved = releasesOfRemoved + endpoint.releases();
        endpoints = all;
    }

    /**
     * Hands the buffers of threads that have ended to the shards, and forgets those threads. Returns true if there
     * were buffers.
     */
    public boolean drainDead(final FreeList shared) {
        boolean any = false;
        for (final ThreadCache cache : threads.all()) {
            if (!cache.isOwnerAlive()) {
                any |= cache.size() > 0;
                cache.flush(shared, cache.capacity);
                releasesOfRemoved = releasesOfRemoved + cache.releases();
                threads.remove(cache);
            }
        }
        return any;
    }

    /**
     * Hands the buffers of all threads' stacks to the shards, and forgets threads that have ended. Returns true if
     * there were any buffers.
     */
    public boolean drain(final FreeList shared) {
        boolean any = drainDead(shared);
        for (final ThreadCache cache : threads.all()) {
            cache.awaitExit();
            if (cache.size() > 0) {
                try {
                    any |= cache.takeAway(shared);
                } finally {
                    cache.restore();
                }
            }
        }
        return any;
    }

    /**
     * Takes the stack away from a thread that has not touched it since the call before, and hands its buffers to the
     * shards. Returns true if the thread has it still.
     */
    public boolean age(final ThreadCache cache, final FreeList shared) {
        if (cache.isRevoked() ? cache.size() == 0 : cache.isTouched()) {
            return !cache.isRevoked();
        }
        try {
            cache.takeAway(shared);
            return false;
        } catch (final RuntimeException e) {
            cache.restore();
            throw e;
        }
    }

    /** Takes all threads' stacks away from them, and hands the buffers to the shards. */
    public void revoke(final FreeList shared) {
        for (final ThreadCache cache : threads.all()) {
            cache.takeAway(shared);
        }
    }

    /** Gives all threads' stacks back to them. */
    public void restore() {
        for (final ThreadCache cache : threads.all()) {
            cache.restore();
        }
    }

    /** Hands out no buffer any more, after an error inside the arena. */
    public void fail() {
        threads.fail();
        present().forEach(EndpointCache::fail);
    }

    private Stream<EndpointCache> present() {
        return Arrays.stream(endpoints).filter(Objects::nonNull);
    }

    /** Returns the handles on the stacks of endpoints; about right while they are used. */
    public Set<Long> handlesOfEndpoints() {
        return present().flatMapToLong(FreeStack::present).boxed().collect(Collectors.toSet());
    }

    /** Returns buffers on all stacks. */
    public long size() {
        return sum(threads.all(), FreeStack::size) + sum(endpoints, FreeStack::size);
    }

    /** Returns how many releases there were through stacks, about. */
    public long allReleases() {
        return releases() + sum(endpoints, FreeStack::releases);
    }

    /** Returns how often a buffer was given back to a stack; only for comparison with an earlier value. */
    public long releases() {
        return releasesOfRemoved + sum(threads.all(), FreeStack::releases);
    }

    /** Makes no object. */
    private static long sum(final FreeStack[] stacks, final ToLongFunction<FreeStack> figure) {
        long sum = 0;
        for (final FreeStack stack : stacks) {
            sum += stack == null ? 0 : figure.applyAsLong(stack);
        }
        return sum;
    }
}
