// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;

/** Finds the internal parts of a device, for tests that inspect more than the verbs API exposes. */
public final class Inside {
    private Inside() {}

    /**
     * Returns the nearest part of a given type.
     *
     * @param <T>   the part's type.
     * @param whole a device, or one of its parts.
     * @param part  the type to find.
     * @return the first object of that type, in breadth-first order over fields.
     */
    public static <T> T of(final Object whole, final Class<T> part) {
        final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        final Queue<Object> next = new ArrayDeque<>();
        next.add(whole);
        while (!next.isEmpty()) {
            final Object object = next.remove();
            if (part.isInstance(object)) {
                return part.cast(object);
            }
            if (seen.add(object) && object.getClass().getName().startsWith("org.rpcrdma.")) {
                for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
                    addFields(type, object, next);
                }
            }
        }
        throw new AssertionError("the object has no part of this type: whole=" + whole.getClass() + " part=" + part);
    }

    private static void addFields(final Class<?> type, final Object object, final Queue<Object> to) {
        if (!type.getName().startsWith("org.rpcrdma.")) {
            return;
        }
        for (final Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                field.setAccessible(true);
                try {
                    final Object value = field.get(object);
                    if (value != null) {
                        to.add(value);
                    }
                } catch (final IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }
}
