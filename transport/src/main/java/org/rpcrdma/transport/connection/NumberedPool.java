// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A pool of reusable objects. It grows to the maximum number of objects in use at the same time. Work-request ids
 * contain the objects' numbers.
 */
public class NumberedPool<T> {
    private final IntFunction<T> maker;
    private final ArrayList<T> all = new ArrayList<>(1);
    private final ArrayList<T> free = new ArrayList<>(1);

    /**
     * Creates an empty pool.
     *
     * @param maker creates an object that has the given number.
     */
    public NumberedPool(final IntFunction<T> maker) {
        this.maker = maker;
    }

    /** Returns the most recently released object, or a new object if all are in use. */
    public final T take() {
        if (!free.isEmpty()) {
            return free.remove(free.size() - 1);
        }
        final T made = maker.apply(all.size());
        all.add(made);
        return made;
    }

    public final void give(final T taken) {
        free.add(taken);
    }

    public final T get(final int number) {
        return all.get(number);
    }

    /** Returns all objects in order of their numbers, whether in use or free. */
    public final List<T> all() {
        return all;
    }

    /** Returns the number of objects in use. */
    public final int inUse() {
        return all.size() - free.size();
    }
}
