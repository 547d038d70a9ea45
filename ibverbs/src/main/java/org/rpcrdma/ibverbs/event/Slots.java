// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import java.util.ArrayDeque;
import java.util.ArrayList;

/** Objects by small numbers, which C code stores instead of the objects. The number of a removed object is reused. */
public final class Slots<T> {
    private final ArrayList<T> objects = new ArrayList<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    Slots() {
        // The number 0 is the unset value in C code.
        objects.add(null);
    }

    /** Adds an object; returns its number, 1 or more. */
    public int add(final T object) {
        if (free.isEmpty()) {
            objects.add(object);
            return objects.size() - 1;
        }
        final int number = free.pop();
        objects.set(number, object);
        return number;
    }

    /** Returns the object with a number, or null if there is none. */
    T get(final long number) {
        return number > 0 && number < objects.size() ? objects.get((int) number) : null;
    }

    public void remove(final int number) {
        objects.set(number, null);
        free.push(number);
    }
}
