// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.key.DeviceObjects;
import org.rpcrdma.rnic.key.DomainDirectory;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/** The registry of a device's protection domains. */
final class ProtectionDomains implements DomainDirectory {
    private final String device;
    private final DeviceObjects objects = new DeviceObjects();
    private int open;
    private int lastNumber;

    ProtectionDomains(final String device) {
        this.device = device;
    }

    /** Opens a domain and returns the object that counts its use. */
    DomainUse open(final DeviceDomain domain) {
        open++;
        return new DomainUse(++lastNumber, domain, objects, this);
    }

    /** Returns the numbers of objects, summed over all domains. */
    DeviceObjects objects() {
        return objects;
    }

    /** Returns the number of open domains. */
    int open() {
        return open;
    }

    void remove() {
        open--;
    }

    @Override
    public DomainUse of(final ProtectionDomain domain) {
        if (!(domain instanceof DeviceDomain) || !((DeviceDomain) domain).isOf(this)) {
            throw new VerbsException(Errno.EINVAL, "protection domain belongs to another device: device=" + device);
        }
        final DeviceDomain own = (DeviceDomain) domain;
        own.checkOpen();
        return own.use();
    }
}
