// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.jvm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Looks up fields for access modes other than plain and volatile. Stateless. */
public final class Fields {
    private Fields() {}

    /**
     * Returns the VarHandle of a field of the calling class.
     *
     * @param lookup the calling class's lookup.
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
