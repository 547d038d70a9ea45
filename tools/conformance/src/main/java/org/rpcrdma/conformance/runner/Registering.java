// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** Registers a buffer, with {@link TestBuffer#register} or {@link TestBuffer#registerByAttributes}. */
@FunctionalInterface
public interface Registering {
    /**
     * Registers a whole buffer at its native address.
     *
     * @param buffer the buffer.
     * @param domain the protection domain.
     * @param access {@link org.rpcrdma.verbs.Access} rights.
     * @return the region.
     */
    ExtendedMemoryRegion register(TestBuffer buffer, ExtendedProtectionDomain domain, int access);
}
