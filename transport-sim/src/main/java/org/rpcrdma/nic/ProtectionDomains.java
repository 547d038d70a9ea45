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

    /** Returns how many are open, parent domains and imported ones included. */
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
        return own(domain).use();
    }

    /** Returns the open domain of the device that an application means. */
    SimulatedProtectionDomain own(final ProtectionDomain domain) {
        final ProtectionDomain own = domain instanceof StandInDomain ? ((StandInDomain) domain).original() : domain;
        if (!(own instanceof SimulatedProtectionDomain) || !((SimulatedProtectionDomain) own).isOf(this)) {
            throw new VerbsException(Errno.EINVAL, "domain is not one of the device's: device=" + device);
        }
        final SimulatedProtectionDomain found = (SimulatedProtectionDomain) own;
        found.checkOpen();
        return found;
    }
}
