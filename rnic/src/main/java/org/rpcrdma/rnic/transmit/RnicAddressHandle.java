// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.AddressHandle;

/** A route to a port of another device. */
public final class RnicAddressHandle implements AddressHandle {
    private final Link link;
    private final DomainUse domain;
    private final AddressVector vector;
    private boolean isClosed;

    public RnicAddressHandle(final Link link, final DomainUse domain, final AddressVector vector) {
        if (vector.destination() == null || vector.port() != 1 || vector.sourceGidIndex() != 0) {
            throw new VerbsException(Errno.EINVAL, "invalid address vector: vector=" + vector);
        }
        this.link = link;
        this.domain = domain;
        this.vector = vector;
        domain.addAddressHandle();
    }

    /** Returns the number of the handle's protection domain. */
    public int domain() {
        return domain.number();
    }

    public boolean isClosed() {
        return isClosed;
    }

    /** Returns the destination's queue pair with the given number, or null if it does not exist. */
    public PacketSink find(final int number) {
        return link.find(vector.destination(), number);
    }

    @Override
    public void close() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "address handle is closed: vector=" + vector);
        }
        isClosed = true;
        domain.removeAddressHandle();
    }
}
