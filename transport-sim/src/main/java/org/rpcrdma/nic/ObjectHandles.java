// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.IdentityHashMap;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** The numbers that processes which share a device know its objects by; given when they are first asked for. */
final class ObjectHandles {
    private final Int2ObjectHashMap<Object> objects = new Int2ObjectHashMap<>();
    private final Map<Object, Integer> handles = new IdentityHashMap<>();
    private int next = 1;

    /** The handle of an object. */
    int of(final Object object) {
        return handles.computeIfAbsent(object, key -> {
            objects.put(next, key);
            return next++;
        });
    }

    /** The object of a kind that goes by a handle. */
    <T> T find(final int handle, final Class<T> kind) {
        final Object found = objects.get(handle);
        if (!kind.isInstance(found)) {
            throw new VerbsException(Errno.ENOENT, "no such object: handle=" + handle);
        }
        return kind.cast(found);
    }

    /** An object is closed. */
    void remove(final Object object) {
        final Integer handle = handles.remove(object);
        if (handle != null) {
            objects.remove(handle.intValue());
        }
    }
}
