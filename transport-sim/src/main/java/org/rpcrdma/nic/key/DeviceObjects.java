// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key;

import java.util.IdentityHashMap;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The open objects of a device that have to do with memory: how many there are, and the handles that other processes
 * that share the device know them by. A handle is given when it is first asked for.
 */
public final class DeviceObjects {
    /** Small at first: as a rule no other process shares the device. */
    private final Map<Object, Integer> handles = new IdentityHashMap<>(1);

    private final Int2ObjectHashMap<Object> objects = new Int2ObjectHashMap<>();
    private int nextHandle = 1;
    private int regions;
    private int fastRegisterRegions;
    private int windows;
    private int pageLists;
    private int deviceMemories;

    /** Returns the handle of an object. */
    public int handleOf(final Object object) {
        return handles.computeIfAbsent(object, key -> {
            objects.put(nextHandle, key);
            return nextHandle++;
        });
    }

    /**
     * Returns the object of a kind that a handle names.
     *
     * @throws VerbsException ENOENT if there is none.
     */
    public <T> T find(final int handle, final Class<T> kind) {
        final Object found = objects.get(handle);
        if (!kind.isInstance(found)) {
            throw new VerbsException(Errno.ENOENT, "no such object: handle=" + handle);
        }
        return kind.cast(found);
    }

    /** Takes the handle of an object that is closed. */
    public void forget(final Object object) {
        final Integer handle = handles.remove(object);
        if (handle != null) {
            objects.remove(handle.intValue());
        }
    }

    /** Returns the regions of every kind but fast-register regions. */
    public int regions() {
        return regions;
    }

    /** Counts regions that were opened, or closed if the number is negative. */
    public void addRegions(final int number) {
        regions += number;
    }

    public int fastRegisterRegions() {
        return fastRegisterRegions;
    }

    void addFastRegisterRegions(final int number) {
        fastRegisterRegions += number;
    }

    public int windows() {
        return windows;
    }

    void addWindows(final int number) {
        windows += number;
    }

    public int pageLists() {
        return pageLists;
    }

    public void addPageLists(final int number) {
        pageLists += number;
    }

    public int deviceMemories() {
        return deviceMemories;
    }

    public void addDeviceMemories(final int number) {
        deviceMemories += number;
    }
}
