// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * An object of the library's, by its pointer, until it is destroyed. A pointer that is used after that would bring the
 * process down: it is refused here.
 */
public abstract class NativeObject {
    private final DeviceContext device;
    private long pointer;

    public NativeObject(final DeviceContext device) {
        this.device = device;
    }

    /** The object exists. */
    public final void begin(final long created) {
        pointer = created;
        device.open().opened();
    }

    /**
     * Returns an object as the device's own.
     *
     * @throws VerbsException EINVAL for another device's object.
     */
    public static <T extends NativeObject> T own(final DeviceContext device, final Class<T> type, final Object object) {
        if (type.isInstance(object) && type.cast(object).context() == device) {
            return type.cast(object);
        }
        throw new VerbsException(
                Errno.EINVAL, "object is not the device's: device=" + device.name() + " object=" + object);
    }

    public final DeviceContext context() {
        return device;
    }

    /**
     * The object's pointer.
     *
     * @throws VerbsException EINVAL if closed.
     */
    public final long pointer() {
        if (pointer == Native.NULL) {
            throw new VerbsException(
                    Errno.EINVAL, "object is closed: type=" + getClass().getSimpleName() + " device=" + device.name());
        }
        return pointer;
    }

    final boolean isClosed() {
        return pointer == Native.NULL;
    }

    /** Has the library destroy the object; if it refuses, the object stays. */
    public final void end(final NativeFunction destroy) {
        destroy.check(pointer());
        pointer = Native.NULL;
        device.open().closed();
    }
}
