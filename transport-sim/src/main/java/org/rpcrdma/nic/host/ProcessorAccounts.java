// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import org.rpcrdma.nic.cost.HostResource;
import org.rpcrdma.nic.cost.ProcessorWork;

/** What the processors of a host have spent their time on: nanoseconds, added up as they are charged. */
final class ProcessorAccounts {
    private final long[] spent = new long[ProcessorWork.values().length];
    private final long[] waited = new long[HostResource.values().length];
    private final long[] held = new long[HostResource.values().length];

    void add(final ProcessorWork work, final long nanos) {
        spent[work.ordinal()] += nanos;
    }

    void addWait(final HostResource resource, final long nanos) {
        waited[resource.ordinal()] += nanos;
    }

    void addHold(final HostResource resource, final long nanos) {
        held[resource.ordinal()] += nanos;
    }

    long spent(final ProcessorWork work) {
        return spent[work.ordinal()];
    }

    long waited(final HostResource resource) {
        return waited[resource.ordinal()];
    }

    long held(final HostResource resource) {
        return held[resource.ordinal()];
    }
}
