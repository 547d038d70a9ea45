// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** The rights and properties that a device's regions can have, based on the device's capabilities. */
final class AccessRules {
    private final int supported;

    AccessRules(final DeviceAttributes attributes) {
        supported = Access.LOCAL_WRITE
                | Access.REMOTE
                | of(attributes, DeviceCapability.IOVA, Access.ZERO_BASED)
                | of(attributes, DeviceCapability.MEMORY_WINDOW, Access.MW_BIND)
                | of(attributes, DeviceCapability.ON_DEMAND, Access.ON_DEMAND | Access.HUGETLB)
                | of(attributes, DeviceCapability.FLUSH, Access.FLUSH_GLOBAL | Access.FLUSH_PERSISTENT)
                | of(attributes, DeviceCapability.RELAXED_ORDERING, Access.RELAXED_ORDERING);
    }

    private static int of(final DeviceAttributes attributes, final DeviceCapability capability, final int access) {
        return attributes.has(capability) ? access : 0;
    }

    /**
     * Returns the rights granted to a region, which exclude optional rights that the device does not support.
     *
     * @throws VerbsException EINVAL if the combination of rights is illegal, EOPNOTSUPP if the device lacks a required
     *                        right.
     */
    int granted(final int access) {
        if (!Access.isValid(access)) {
            throw new VerbsException(
                    Errno.EINVAL, "invalid combination of access flags: access=0x" + Integer.toHexString(access));
        }
        final int lacking = access & ~(supported | Access.OPTIONAL_RANGE);
        if (lacking != 0) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "the device does not support regions with these access flags: access=0x"
                            + Integer.toHexString(lacking));
        }
        return access & supported;
    }
}
