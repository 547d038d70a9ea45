// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import org.rpcrdma.verbs.ProtectionDomain;

/** Looks up the protection domains of a device. */
public interface DomainDirectory {
    /**
     * Returns the internal record of an application's domain.
     *
     * @throws org.rpcrdma.verbs.VerbsException EINVAL if the domain is closed or belongs to another device.
     */
    DomainUse of(ProtectionDomain domain);
}
