// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.verbs.ProtectionDomain;

/** Shows tests of other packages the numbers of protection domains. */
public final class Domains {
    private Domains() {}

    /** Returns the number that keys of a domain have. */
    public static int number(final ProtectionDomain domain) {
        return ((DeviceDomain) domain).use().number();
    }
}
