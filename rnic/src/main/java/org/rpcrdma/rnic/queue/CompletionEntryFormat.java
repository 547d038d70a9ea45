// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;

/**
 * Determines the size of a completion queue's entries in the same way as libmlx5. If the attributes do not specify the
 * size, the environment variable {@code MLX5_CQE_SIZE} determines it. The default is 64 bytes.
 */
final class CompletionEntryFormat {
    static final int SMALL = 64;
    static final int LARGE = 128;

    private static final String SIZE_VARIABLE = "MLX5_CQE_SIZE";

    private CompletionEntryFormat() {}

    /**
     * Returns the size of an entry, in bytes.
     *
     * @throws VerbsException if the device does not support the format.
     */
    static int entrySize(final DeviceProfile device, final CompletionQueueAttributes wanted) {
        if (!device.attributes().has(DeviceCapability.INLINE_RECEIVE)) {
            if (wanted.entrySize() != 0) {
                throw new VerbsException(
                        Errno.EOPNOTSUPP, "the device does not support a choice of entry sizes: " + wanted);
            }
            return SMALL;
        }
        return wanted.entrySize() == 0
                ? usualSize(device.environment().get(SIZE_VARIABLE))
                : checkedSize(wanted.entrySize());
    }

    private static int usualSize(final String value) {
        if (value == null || value.equals(Integer.toString(SMALL))) {
            return SMALL;
        }
        if (value.equals(Integer.toString(LARGE))) {
            return LARGE;
        }
        throw new VerbsException(Errno.EINVAL, "entry size must be 64 or 128: " + SIZE_VARIABLE + "=" + value);
    }

    private static int checkedSize(final int size) {
        if (size != SMALL && size != LARGE) {
            throw new VerbsException(Errno.EINVAL, "entry size must be 64 or 128: entrySize=" + size);
        }
        return size;
    }
}
