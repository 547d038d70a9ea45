// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Objects that are used again, as many as were ever in use at once. Their numbers stand in work-request ids. */
public class NumberedPool<T> {
    private final IntFunction<T> maker;
    private final ArrayList<T> all = new ArrayList<>();
    private final ArrayList<T> free = new ArrayList<>();

    /**
     * @param maker makes the object of a number.
     */
    public NumberedPool(final IntFunction<T> maker) {
        this.maker = maker;
    }

    /** Returns the object that was given last, or a new one. */
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

    /** Returns all objects by their numbers, in use or free. */
    public final List<T> all() {
        return all;
    }

    /** Returns the number of objects that are taken. */
    public final int inUse() {
        return all.size() - free.size();
    }
}
