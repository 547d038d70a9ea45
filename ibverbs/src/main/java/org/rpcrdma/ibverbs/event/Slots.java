// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import java.util.ArrayDeque;
import java.util.ArrayList;

/** Objects by a small number that C code carries for them; a number is used again once its object was removed. */
public final class Slots<T> {
    private final ArrayList<T> objects = new ArrayList<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    Slots() {
        // The number 0 is the unset value in C code.
        objects.add(null);
    }

    /** Returns the object's number, from 1 on. */
    public int add(final T object) {
        if (free.isEmpty()) {
            objects.add(object);
            return objects.size() - 1;
        }
        final int number = free.pop();
        objects.set(number, object);
        return number;
    }

    /** Returns the object of a number, or null. */
    T get(final long number) {
        return number > 0 && number < objects.size() ? objects.get((int) number) : null;
    }

    public void remove(final int number) {
        objects.set(number, null);
        free.push(number);
    }
}
