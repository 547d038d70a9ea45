// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Rejects calls that exceed a device's limits or capabilities. */
public final class DeviceLimits {
    private DeviceLimits() {}

    /** Rejects a number that is less than 1 or exceeds the limit. */
    public static void check(final String what, final int value, final int most) {
        if (value < 1 || value > most) {
            throw new VerbsException(Errno.EINVAL, what + " out of range: " + what + "=" + value + " limit=" + most);
        }
    }

    /** Rejects an index that is negative, or not less than the given number. */
    public static void checkIndex(final String what, final int index, final int number) {
        if (index < 0 || index >= number) {
            throw new VerbsException(Errno.EINVAL, "no such " + what + ": " + what + "=" + index + " limit=" + number);
        }
    }

    /** Rejects a call that requires a capability that the device lacks. */
    public static void require(final DeviceAttributes attributes, final DeviceCapability capability) {
        if (!attributes.has(capability)) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "the device does not support the feature: capability=" + capability);
        }
    }
}
