// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.util.ArrayList;
import java.util.Set;
import java.util.stream.Collectors;
import org.agrona.collections.ArrayUtil;

/**
 * Every stack of free buffers in front of an arena's shards: the stripes, and the stacks of endpoints. Read by any
 * thread, changed under the arena's lock.
 */
public final class Stacks {
    public final Stripes stripes;
    /** The endpoints, followed by nulls; written anew after each change, for those who read it. */
    private volatile EndpointStack[] endpoints = {};

    private int endpointCount;

    public Stacks(final int capacity) {
        stripes = new Stripes(capacity);
    }

    public void add(final EndpointStack endpoint) {
        final EndpointStack[] all = ArrayUtil.ensureCapacity(endpoints, endpointCount + 1);
        endpoint.place = endpointCount;
        all[endpointCount++] = endpoint;
        endpoints = all;
    }

    /** Returns an endpoint's buffers to the shards, and forgets it. The last endpoint takes its place. */
    public void remove(final EndpointStack endpoint, final FreeList shards) {
        endpoint.empty(shards);
        final EndpointStack[] all = endpoints;
        final EndpointStack last = all[--endpointCount];
        last.place = endpoint.place;
        all[endpoint.place] = last;
        all[endpointCount] = null;
        endpoint.place = -1;
        endpoints = all;
    }

    /** Returns the buffers of all stripes to the shards, and asks endpoints for theirs. */
    public void age(final FreeList shards) {
        stripes.drain(shards);
        present().forEach(EndpointStack::ask);
    }

    /** Hands out no buffer any longer, after an error inside the arena. */
    public void fail() {
        stripes.fail();
        present().forEach(EndpointStack::fail);
    }

    private ArrayList<EndpointStack> present() {
        final ArrayList<EndpointStack> present = new ArrayList<>();
        for (final EndpointStack endpoint : endpoints) {
            if (endpoint != null) {
                present.add(endpoint);
            }
        }
        return present;
    }

    /** Returns the handles on the stacks of endpoints; an estimate while they are used. */
    public Set<Long> handlesOfEndpoints() {
        return present().stream().flatMapToLong(FreeStack::present).boxed().collect(Collectors.toSet());
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
        return stripes.size() == 0 && present().stream().allMatch(endpoint -> endpoint.size() == 0);
    }
}
