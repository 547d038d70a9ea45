// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.key.DomainDirectory;
import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/** Numbers, counts and finds the protection domains of a device. */
final class ProtectionDomains implements DomainDirectory {
    private final String device;
    private int open;
    private int lastNumber;

    ProtectionDomains(final String device) {
        this.device = device;
    }

    /** Returns the number of a new domain. */
    int newNumber() {
        return ++lastNumber;
    }

    /** Returns the number of open domains. */
    int open() {
        return open;
    }

    void add() {
        open++;
    }

    void remove() {
        open--;
    }

    @Override
    public DomainUse of(final ProtectionDomain domain) {
        if (!(domain instanceof SimulatedProtectionDomain) || !((SimulatedProtectionDomain) domain).isOf(this)) {
            throw new VerbsException(Errno.EINVAL, "domain is not one of the device's: device=" + device);
        }
        final SimulatedProtectionDomain own = (SimulatedProtectionDomain) domain;
        own.checkOpen();
        return own.use();
    }
}
