// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.jvm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Finds the fields that classes access by more than plain and volatile loads and stores. Stateless. */
public final class Fields {
    private Fields() {}

    /**
     * Returns the handle of a field of the class that looks it up.
     *
     * @param lookup the class's own.
     * @param name   the field's name.
     * @param type   the field's type.
     * @return the handle.
     */
    public static VarHandle of(final MethodHandles.Lookup lookup, final String name, final Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), name, type);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
