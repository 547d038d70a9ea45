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
 * Every stack of free buffers in front of an arena's shards: the stripes, and the stacks of endpoints. Read by any
 * thread, changed under the arena's lock.
 */
public final class Stacks {
    public final Stripes stripes;
    /** The endpoints by their numbers, from 1 on; null for none. Written anew after each change, for its readers. */
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

    /** Returns an endpoint's buffers to the shards, and forgets it: another one may have its number. */
    public void remove(final EndpointStack endpoint, final FreeList shards) {
        endpoint.reserve(shards, 0);
        final EndpointStack[] all = endpoints;
        all[endpoint.number] = null;
        endpoint.number = -1;
        endpoints = all;
    }

    /** A buffer that an endpoint owned was released elsewhere. */
    public void lose(final int owner) {
        endpoints[owner].lose();
    }

    /**
     * Lets the stripes age, and asks endpoints to.
     *
     * @return true if buffers stay on stripes.
     */
    public boolean age(final FreeList shards) {
        present().forEach(EndpointStack::ask);
        return stripes.age(shards);
    }

    /**
     * Hands out no buffer any longer after an error inside the arena that may have struck between two steps; returns
     * the error. Want of memory is no such error: it strikes where an object is made, before the first step. Calls
     * nothing, since the thread's stack may be full. Needs no lock: a change at the same time looks last.
     */
    public Error failed(final Error error) {
        if (error instanceof OutOfMemoryError) {
            return error;
        }
        stripes.failure = error;
        stripes.all = Stripes.NONE;
        for (final EndpointStack endpoint : endpoints) {
            if (endpoint != null) {
                endpoint.allowed = 0;
                endpoint.floor = Integer.MAX_VALUE;
            }
        }
        return error;
    }

    /** Returns the error inside the arena; null if there was none. */
    public Error failure() {
        return stripes.failure;
    }

    private Stream<EndpointStack> present() {
        return Arrays.stream(endpoints).filter(Objects::nonNull);
    }

    /** Returns the handles on the stacks of endpoints; an estimate while they are used. */
    public Set<Long> handlesOfEndpoints() {
        return present().flatMapToLong(FreeStack::present).boxed().collect(Collectors.toSet());
    }

    /** Returns the buffers on all stacks, except those that endpoints reserve. Makes no object. */
    public long spare() {
        long spare = stripes.size();
        for (final EndpointStack endpoint : endpoints) {
            spare += endpoint == null ? 0 : endpoint.spare();
        }
        return spare;
    }

    /** Returns true if a buffer is on no stack. */
    public boolean isEmpty() {
        return stripes.size() == 0 && present().allMatch(endpoint -> endpoint.size() == 0);
    }
}
