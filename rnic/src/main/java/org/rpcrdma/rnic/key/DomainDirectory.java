// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import org.rpcrdma.verbs.ProtectionDomain;

/** Finds the protection domains of a device. */
public interface DomainDirectory {
    /**
     * Returns the open domain of the device that an application means.
     *
     * @throws org.rpcrdma.verbs.VerbsException EINVAL if the domain is closed, or not one of the device's.
     */
    DomainUse of(ProtectionDomain domain);
}
