// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

/** Notes which processor of all simulated hosts runs a handler now: a simulation is one thread, so at most one does. */
public final class RunningProcessor {
    private Processor processor;

    /** Returns the processor whose handler runs now, or null. */
    Processor get() {
        return processor;
    }

    /** Notes that a processor's handler runs, or none; returns the processor that ran before. */
    Processor set(final Processor now) {
        final Processor before = processor;
        processor = now;
        return before;
    }
}
