// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.lang.reflect.Field;

/** Reaches the parts of a simulated device, which hands none out, for tests that look behind the verbs. */
public final class Inside {
    private Inside() {}

    /**
     * Returns the part of a type.
     *
     * @param whole a device, or one of its parts.
     */
    public static <T> T of(final Object whole, final Class<T> part) {
        try {
            for (final Field field : whole.getClass().getDeclaredFields()) {
                if (part.isAssignableFrom(field.getType())) {
                    field.setAccessible(true);
                    return part.cast(field.get(whole));
                }
            }
        } catch (final IllegalAccessException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("no such part: whole=" + whole.getClass() + " part=" + part);
    }
}
