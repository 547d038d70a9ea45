// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import java.lang.reflect.Proxy;
import java.util.IdentityHashMap;
import java.util.Map;
import org.rpcrdma.rnic.key.DeviceObjects;
import org.rpcrdma.rnic.key.DomainDirectory;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** Protection domains that do nothing but can be distinguished from each other. */
final class FakeDomains implements DomainDirectory {
    private final DeviceObjects objects = new DeviceObjects();
    private final Map<ProtectionDomain, DomainUse> open = new IdentityHashMap<>();
    private int last;

    /** Opens a domain. */
    DomainUse open() {
        final DomainUse use = new DomainUse(++last, unknown(), objects, this);
        open.put(use.domain(), use);
        return use;
    }

    /** Returns a domain that is not open here, such as a closed domain or another device's domain. */
    ProtectionDomain unknown() {
        return (ProtectionDomain) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExtendedProtectionDomain.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    case "toString" -> "fake domain";
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Override
    public DomainUse of(final ProtectionDomain domain) {
        final DomainUse use = open.get(domain);
        if (use == null) {
            throw new VerbsException(Errno.EINVAL, "no such domain");
        }
        return use;
    }

    /** Returns the number of open regions in all domains. */
    int regions() {
        return objects.regions();
    }
}
