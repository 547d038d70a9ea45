// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A simple model of an arena. It numbers the buffers shard by shard. Each buffer is either in a shard, on a stack, or
 * acquired. For each operation, the model predicts the resulting buffer, which may depend on whether the device
 * provides another shard.
 */
public final class ArenaModel {
    public static final int NONE = -1;
    /** The result if the device refuses a shard that is needed. */
    public static final int FAILURE = -2;
    /** The result if the arena is closed. */
    public static final int CLOSED = -3;

    /** The outcome of the next growth. */
    public enum Growth {
        GRANTED,
        VETOED,
        FAILING
    }

    public final int slots;
    final TreeSet<Integer> free = new TreeSet<>();
    public final Map<Integer, Out> out = new LinkedHashMap<>();
    /** The stripes, by the number that maps a thread to its stripe. */
    final Map<Integer, Stack> stripes = new TreeMap<>();

    public final List<Stack> endpoints = new ArrayList<>();
    private final int maxShards;
    private final int stripeSize;
    public Growth growth = Growth.GRANTED;
    public int shards;
    public int references = 1;
    boolean closing;
    public boolean closed;
    public int highest = -1;
    /** The peak number of acquired buffers. */
    public int most;

    public ArenaModel(final int slots, final int maxShards, final int stripeSize) {
        this.slots = slots;
        this.maxShards = maxShards;
        this.stripeSize = stripeSize;
    }

    /** An acquired buffer. */
    public static final class Out {
        public int holds = 1;
        public boolean posted;
        /** The endpoint whose quota includes the buffer, or null. */
        public Stack endpoint;
    }

    /** A stack of free buffers, whose last element is the top of the stack. An endpoint's stack has a quota. */
    public static final class Stack {
        final Deque<Integer> buffers = new ArrayDeque<>();
        public final int capacity;
        public final int quota;
        /** The stripe's number in order of creation; 0 for an endpoint. */
        int number;
        /** The number of buffers that the endpoint owns, either on its stack or in use. */
        int owned;

        public Stack(final int capacity, final int quota) {
            this.capacity = capacity;
            this.quota = quota;
        }

        public int inUse() {
            return owned - buffers.size();
        }
    }

    /** Acquires a buffer on a thread. The thread has a stack from then on. */
    public int acquire(final int thread) {
        final Stack stack = stackOf(thread);
        if (stack == null && isEnded()) {
            return CLOSED;
        }
        return stack == null ? noteOut(takeLowest()) : acquire(stack);
    }

    /** Acquires a buffer through an endpoint, or through a thread's stack. */
    public int acquire(final Stack endpoint) {
        if (endpoint.inUse() == endpoint.quota) {
            return NONE;
        }
        while (endpoint.buffers.isEmpty()) {
            final int refilled = closing ? 0 : refill(endpoint);
            final int found = refilled > 0 ? 0 : findMore();
            if (found < 0) {
                return found;
            }
        }
        return noteOut(endpoint.buffers.removeLast());
    }

    /** Acquires several buffers on a thread. Returns the buffers' numbers or, on failure, a single code. */
    public List<Integer> acquire(final int thread, final int count) {
        final Stack stack = stackOf(thread);
        if (stack == null && stripeSize > 0) {
            return List.of(CLOSED);
        }
        return acquireAll(stack, thread, count);
    }

    /** Acquires several buffers through an endpoint, on a thread. */
    public List<Integer> acquire(final Stack endpoint, final int thread, final int count) {
        final int wanted = Math.min(count, endpoint.quota - endpoint.inUse());
        final int cached = Math.min(wanted, endpoint.buffers.size());
        final List<Integer> all = acquireAll(endpoint, thread, wanted);
        final boolean failed = !all.isEmpty() && all.get(0) < 0;
        endpoint.owned += failed ? -cached : all.size() - cached;
        return all;
    }

    private List<Integer> acquireAll(final Stack stack, final int thread, final int count) {
        final List<Integer> all = new ArrayList<>();
        while (stack != null && all.size() < count && !stack.buffers.isEmpty()) {
            all.add(0, stack.buffers.removeLast());
        }
        while (all.size() < count) {
            final List<Integer> taken = closing ? List.of() : takeFree(count - all.size(), 0);
            final int found = taken.isEmpty() ? findMore() : 0;
            if (found == NONE) {
                break;
            }
            if (found < 0) {
                free.addAll(all);
                endWhereIdle();
                return List.of(found);
            }
            all.addAll(taken);
        }
        all.forEach(this::noteOut);
        return all;
    }

    private Stack stackOf(final int thread) {
        if (stripeSize > 0 && !stripes.containsKey(thread) && !isEnded()) {
            final Stack stripe = new Stack(stripeSize, Integer.MAX_VALUE);
            stripe.number = stripes.size();
            stripes.put(thread, stripe);
        }
        return stripes.get(thread);
    }

    private int takeLowest() {
        while (closing || free.isEmpty()) {
            final int found = findMore();
            if (found < 0) {
                return found;
            }
        }
        return takeOfShard(1, 0).get(0);
    }

    private int refill(final Stack stack) {
        final List<Integer> taken = takeFree(Math.max(1, stack.capacity / 2), home(stack));
        taken.forEach(stack.buffers::addFirst);
        stack.owned += taken.size();
        return taken.size();
    }

    /**
     * Returns the shard at which a stack's searches begin. Each stripe begins its searches in a different part of the
     * arena.
     */
    private int home(final Stack stack) {
        return stack.number == 0 ? 0 : stack.number * shards / stripes.size();
    }

    /**
     * Takes buffers from the first shard that has free buffers. If no shard has free buffers, takes half of the buffers
     * on the first stripe that is not empty.
     */
    private List<Integer> takeFree(final int count, final int from) {
        final List<Integer> taken = takeOfShard(count, from);
        for (final Stack stripe : stripes.values()) {
            final int shared = taken.isEmpty() ? Math.min(count, (stripe.buffers.size() + 1) / 2) : 0;
            for (int i = 0; i < shared; i++) {
                taken.add(0, stripe.buffers.removeLast());
            }
        }
        return taken;
    }

    private List<Integer> takeOfShard(final int count, final int from) {
        final Integer above = free.ceiling(from * slots);
        final Integer first = above == null && !free.isEmpty() ? free.first() : above;
        final List<Integer> taken = new ArrayList<>();
        while (first != null && taken.size() < count) {
            final Integer next = free.ceiling(first);
            if (next == null || next / slots != first / slots) {
                break;
            }
            free.remove(next);
            taken.add(next);
            highest = Math.max(highest, next);
        }
        return taken;
    }

    /** Returns an error code, or 0 if more buffers may now be free. */
    private int findMore() {
        if (isEnded()) {
            return CLOSED;
        }
        if (shards < maxShards && growth == Growth.GRANTED) {
            for (int slot = 0; slot < slots; slot++) {
                free.add(shards * slots + slot);
            }
            shards++;
            return 0;
        }
        final boolean failing = shards < maxShards && growth == Growth.FAILING;
        return callIn() ? 0 : failing ? FAILURE : NONE;
    }

    private boolean callIn() {
        final int before = free.size();
        stripes.values().forEach(stack -> {
            free.addAll(stack.buffers);
            stack.buffers.clear();
        });
        return free.size() > before;
    }

    private int noteOut(final int buffer) {
        if (buffer >= 0) {
            out.putIfAbsent(buffer, new Out());
            most = Math.max(most, out.size());
        }
        return buffer;
    }

    /** Releases a buffer on a thread. Returns true if the release is permitted. */
    public boolean release(final int buffer, final int thread) {
        final Out state = out.get(buffer);
        if (state.holds > 1) {
            state.holds--;
            return true;
        }
        if (state.posted) {
            return false;
        }
        out.remove(buffer);
        putBack(buffer, thread);
        return true;
    }

    private void putBack(final int buffer, final int thread) {
        final Stack stack = closing ? null : stripes.get(thread);
        if (stack == null || !push(stack, buffer, stack.capacity)) {
            free.add(buffer);
            endWhereIdle();
        }
    }

    private boolean push(final Stack stack, final int buffer, final int ceiling) {
        if (stack.buffers.size() >= ceiling) {
            for (int i = (stack.capacity + 1) / 2; i > 0 && !stack.buffers.isEmpty(); i--) {
                free.add(stack.buffers.removeFirst());
                stack.owned--;
            }
        }
        if (stack.buffers.size() >= ceiling) {
            return false;
        }
        return stack.buffers.add(buffer);
    }

    /**
     * Releases a buffer through an endpoint. Returns true if the release is permitted. The release takes effect even if
     * no buffer is in use through the endpoint.
     */
    public boolean release(final int buffer, final Stack endpoint, final int thread) {
        final Out state = out.get(buffer);
        if (state.holds == 1 && state.posted) {
            return false;
        }
        final boolean mine = endpoint.inUse() > 0;
        if (state.holds > 1) {
            state.holds--;
            state.endpoint = null;
            endpoint.owned -= mine ? 1 : 0;
            return mine;
        }
        out.remove(buffer);
        if (!mine) {
            putBack(buffer, thread);
        } else if (!push(endpoint, buffer, endpoint.capacity)) {
            endpoint.owned--;
            free.add(buffer);
        }
        endWhereIdle();
        return mine;
    }

    /** Closes an endpoint. Returns true if this is permitted. */
    public boolean close(final Stack endpoint) {
        if (endpoint.inUse() > 0) {
            return false;
        }
        free.addAll(endpoint.buffers);
        endpoint.buffers.clear();
        endpoint.owned = 0;
        endpoints.remove(endpoint);
        endWhereIdle();
        return true;
    }

    /** Closes the arena. Returns true if this is permitted. */
    public boolean close() {
        if (closed || references > 1) {
            references--;
            return true;
        }
        callIn();
        if (free.size() < shards * slots) {
            return false;
        }
        closing = true;
        closed = true;
        return true;
    }

    public void closeWhenReturned() {
        if (--references == 0) {
            closing = true;
            callIn();
            endWhereIdle();
        }
    }

    private void endWhereIdle() {
        closed |= closing && free.size() == shards * slots;
    }

    public boolean isEnded() {
        return closed || closing;
    }

    public int cached() {
        return shards * slots - free.size() - out.size();
    }
}
