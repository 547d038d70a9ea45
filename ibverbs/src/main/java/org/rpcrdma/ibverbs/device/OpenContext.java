// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import java.util.concurrent.atomic.AtomicInteger;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * An open device's {@code struct ibv_context}, and the number of objects that require the device to stay open.
 * Thread-safe.
 */
public final class OpenContext {
    private final String name;
    private final long pointer;
    private final AtomicInteger objects = new AtomicInteger();
    private volatile boolean closed;

    public OpenContext(final String name, final long pointer) {
        this.name = name;
        this.pointer = pointer;
    }

    String name() {
        return name;
    }

    /**
     * Returns the {@code struct ibv_context}.
     *
     * @throws VerbsException EINVAL if the device is closed.
     */
    long pointer() {
        checkOpen();
        return pointer;
    }

    public void checkOpen() {
        if (closed) {
            throw new VerbsException(Errno.EINVAL, "device is closed: device=" + name);
        }
    }

    /** Counts an object that has been created on the device. */
    public void opened() {
        objects.incrementAndGet();
    }

    /** Removes a closed object from the count. */
    public void closed() {
        objects.decrementAndGet();
    }

    /**
     * Throws an exception if objects of the device are open.
     *
     * @throws VerbsException EBUSY if any object is open.
     */
    public void checkUnused() {
        if (objects.get() > 0) {
            throw new VerbsException(Errno.EBUSY, "device is in use: device=" + name + " objects=" + objects.get());
        }
    }

    public void close() {
        closed = true;
    }
}
