// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.verbs.ProtectionDomain;

/** Gives tests in other packages access to the numbers of protection domains. */
public final class Domains {
    private Domains() {}

    /** Returns the number that a domain's keys contain. */
    public static int number(final ProtectionDomain domain) {
        return ((DeviceDomain) domain).use().number();
    }
}
