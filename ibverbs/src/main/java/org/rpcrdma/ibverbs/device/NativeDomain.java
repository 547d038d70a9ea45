// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** A protection domain by the pointer of its {@code struct ibv_pd}, as the objects that belong to it need it. */
public abstract class NativeDomain extends NativeObject implements ExtendedProtectionDomain {
    public NativeDomain(final DeviceContext device) {
        super(device);
    }

    /**
     * Returns a protection domain as the device's own.
     *
     * @throws VerbsException EINVAL for another device's object.
     */
    public static NativeDomain own(final DeviceContext device, final ProtectionDomain domain) {
        return own(device, NativeDomain.class, domain);
    }
}
