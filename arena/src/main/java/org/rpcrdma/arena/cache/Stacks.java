// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.collections.ArrayUtil;

/**
 * The stacks of free buffers in front of an arena's shards: the stripes and the endpoints' stacks. Any thread may read
 * the stacks; changes require the arena's lock.
 */
public final class Stacks {
    public final Stripes stripes;
    /**
     * The endpoints by number, from 1; null for an unused number. Each change replaces the array, so that threads can
     * read it without a lock.
     */
    private volatile EndpointStack[] endpoints = {null};

    public Stacks(final int capacity) {
        stripes = new Stripes(capacity);
    }

    public void add(final EndpointStack endpoint) {
        EndpointStack[] all = endpoints;
        int number = 1;
        while (number < all.length && all[number] != null) {
            number++;
        }
        all = ArrayUtil.ensureCapacity(all, number + 1);
        all[number] = endpoint;
        endpoint.number = number;
        endpoints = all;
    }

    /** Returns an endpoint's buffers to the shards and frees its number for reuse. */
    public void remove(final EndpointStack endpoint, final FreeList shards) {
        endpoint.reserve(shards, 0);
        final EndpointStack[] all = endpoints;
        all[endpoint.number] = null;
        endpoint.number = -1;
        endpoints = all;
    }

    /** Records that an endpoint's buffer was released elsewhere. */
    public void lose(final int owner) {
        endpoints[owner].lose();
    }

    /**
     * Ages the stripes, and signals the endpoints to age.
     *
     * @return true if buffers remain on stripes.
     */
    public boolean age(final FreeList shards) {
        present().forEach(EndpointStack::ask);
        return stripes.age(shards);
    }

    /**
     * Stops handing out buffers after an error inside the arena that may have interrupted a change. Returns the error.
     * An OutOfMemoryError does not count, because memory is allocated before the first step of a change. Calls no other
     * code, because the thread's stack may be full, and needs no lock, because a concurrent change checks for the
     * failure as its last step.
     */
    public Error failed(final Error error) {
        if (error instanceof OutOfMemoryError) {
            return error;
        }
        stripes.failure = error;
        for (int i = 0; i < stripes.all.length; i++) {
            stripes.all[i] = Stripes.ABSENT;
        }
        for (final EndpointStack endpoint : endpoints) {
            if (endpoint != null) {
                endpoint.allowed = 0;
                endpoint.floor = Integer.MAX_VALUE;
            }
        }
        return error;
    }

    /** Returns the error that occurred inside the arena; null if it has not failed. */
    public Error failure() {
        return stripes.failure;
    }

    private Stream<EndpointStack> present() {
        return Arrays.stream(endpoints).filter(Objects::nonNull);
    }

    /** Returns the handles on the endpoints' stacks. The result is an estimate while the endpoints are in use. */
    public Set<Long> handlesOfEndpoints() {
        return present().flatMapToLong(FreeStack::present).boxed().collect(Collectors.toSet());
    }

    /** Returns the number of buffers on all stacks, excluding the endpoints' reserves. Allocates nothing. */
    public long spare() {
        long spare = stripes.size();
        for (final EndpointStack endpoint : endpoints) {
            spare += endpoint == null ? 0 : endpoint.spare();
        }
        return spare;
    }

    /** Returns true if all stacks are empty. */
    public boolean isEmpty() {
        return stripes.size() == 0 && present().allMatch(endpoint -> endpoint.size() == 0);
    }
}
