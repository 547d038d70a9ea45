// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** A protection domain, with the pointer to its {@code struct ibv_pd}, which the domain's objects need. */
public abstract class NativeDomain extends NativeObject implements ExtendedProtectionDomain {
    public NativeDomain(final DeviceContext device) {
        super(device);
    }

    /**
     * Casts a protection domain after checking that it belongs to the device.
     *
     * @throws VerbsException EINVAL if the domain belongs to another device.
     */
    public static NativeDomain own(final DeviceContext device, final ProtectionDomain domain) {
        return own(device, NativeDomain.class, domain);
    }
}
