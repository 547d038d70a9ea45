// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * An object of the library, represented by its pointer until the object is destroyed. Using the pointer after that
 * would crash the process, so this class prevents it.
 */
public abstract class NativeObject {
    private final DeviceContext device;
    private long pointer;

    public NativeObject(final DeviceContext device) {
        this.device = device;
    }

    /** Sets the pointer after the library has created the object. */
    public final void begin(final long created) {
        pointer = created;
        device.open().opened();
    }

    /**
     * Casts an object after checking that it belongs to the device.
     *
     * @throws VerbsException EINVAL if the object belongs to another device.
     */
    public static <T extends NativeObject> T own(final DeviceContext device, final Class<T> type, final Object object) {
        if (type.isInstance(object) && type.cast(object).context() == device) {
            return type.cast(object);
        }
        throw new VerbsException(
                Errno.EINVAL, "object belongs to another device: device=" + device.name() + " object=" + object);
    }

    public final DeviceContext context() {
        return device;
    }

    /**
     * Returns the object's pointer.
     *
     * @throws VerbsException EINVAL if the object is closed.
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

    /** Calls the library to destroy the object. If the library fails, the object remains usable. */
    public final void end(final NativeFunction destroy) {
        destroy.check(pointer());
        pointer = Native.NULL;
        device.open().closed();
    }
}
