// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import java.util.ArrayDeque;
import java.util.ArrayList;

/**
 * A table of objects, each of which has a small number. C code stores the number instead of the object. When an object
 * is removed, its number can be reused.
 */
public final class Slots<T> {
    private final ArrayList<T> objects = new ArrayList<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    Slots() {
        // Number 0 is not used, because in C code it is the value of a field that has not been set.
        objects.add(null);
    }

    /** Adds an object and returns its number, which is at least 1. */
    public int add(final T object) {
        if (free.isEmpty()) {
            objects.add(object);
            return objects.size() - 1;
        }
        final int number = free.pop();
        objects.set(number, object);
        return number;
    }

    /** Returns the object with the given number, or null if the number is not in use. */
    T get(final long number) {
        return number > 0 && number < objects.size() ? objects.get((int) number) : null;
    }

    public void remove(final int number) {
        objects.set(number, null);
        free.push(number);
    }
}
