// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import org.rpcrdma.nic.cost.HostResource;
import org.rpcrdma.nic.cost.ProcessorStatistics;
import org.rpcrdma.nic.cost.ProcessorWork;

/**
 * What a processor of a host has spent its time on: nanoseconds, added up as they are charged. What is added to a
 * processor's is added to its host's, too.
 */
final class ProcessorAccounts implements ProcessorStatistics {
    /** The accounts of all of the host's processors; null if these are they. */
    private final ProcessorAccounts host;

    private final long[] spent = new long[ProcessorWork.values().length];
    private final long[] waited = new long[HostResource.values().length];
    private final long[] held = new long[HostResource.values().length];

    /** Makes the accounts of a host. */
    ProcessorAccounts() {
        this(null);
    }

    /** Makes the accounts of a processor. */
    ProcessorAccounts(final ProcessorAccounts host) {
        this.host = host;
    }

    /** Returns the accounts of another processor of the same host. */
    ProcessorAccounts sibling() {
        return new ProcessorAccounts(host);
    }

    void add(final ProcessorWork work, final long nanos) {
        spent[work.ordinal()] += nanos;
        if (host != null) {
            host.add(work, nanos);
        }
    }

    void addWait(final HostResource resource, final long nanos) {
        waited[resource.ordinal()] += nanos;
        if (host != null) {
            host.addWait(resource, nanos);
        }
    }

    void addHold(final HostResource resource, final long nanos) {
        held[resource.ordinal()] += nanos;
        if (host != null) {
            host.addHold(resource, nanos);
        }
    }

    @Override
    public long nanos(final ProcessorWork work) {
        return spent[work.ordinal()];
    }

    @Override
    public long waitNanos(final HostResource resource) {
        return waited[resource.ordinal()];
    }

    @Override
    public long heldNanos(final HostResource resource) {
        return held[resource.ordinal()];
    }

    @Override
    public int processors() {
        return 1;
    }
}
