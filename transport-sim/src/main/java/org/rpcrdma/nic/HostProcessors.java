// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;

/** The processors of a simulated host, and which of them pays for what its program does. */
final class HostProcessors {
    private final SimulatedDevice host;
    private final Fabric fabric;
    private final Processor first;
    private final PostingCosts postingCosts;
    private boolean isFirstTaken;

    HostProcessors(final SimulatedDevice host) {
        this.host = host;
        fabric = host.fabric();
        first = new Processor(host);
        postingCosts = new PostingCosts(host.costs());
    }

    EventLoop newEventLoop() {
        if (isFirstTaken) {
            return new Processor(host);
        }
        isFirstTaken = true;
        return first;
    }

    /** The processor that pays: the one whose handler runs, or the host's first. */
    Processor paying() {
        final Processor running = fabric.running();
        return running != null && running.host() == host ? running : first;
    }

    /** The time of the host's processor whose handler runs, else the simulation's. */
    long eventTime() {
        final Processor running = fabric.running();
        return running != null && running.host() == host
                ? running.nanoTime()
                : host.simulation().nanoTime();
    }

    boolean isInHandler() {
        return fabric.running() != null;
    }

    /** Whether a processor may act: its own handler runs, or none does. */
    boolean isFor(final Processor processor) {
        return fabric.running() == null || fabric.running() == processor;
    }

    /** A processor begins to run a handler; returns the one that ran one before. */
    Processor enter(final Processor processor) {
        return fabric.run(processor);
    }

    void leave(final Processor outer) {
        fabric.run(outer);
    }

    /** Charges a doorbell; returns when what was posted takes effect. */
    long ringDoorbell() {
        return charge(postingCosts.doorbell());
    }

    /** Charges the post of a chain; returns when it takes effect. */
    long post(final SendChain chain) {
        return charge(postingCosts.of(chain));
    }

    private long charge(final long nanos) {
        final Processor processor = paying();
        processor.charge(nanos);
        return processor.nanoTime();
    }

    /** The processor that an event loop of this host is. */
    Processor own(final EventLoop loop) {
        if (!(loop instanceof Processor) || ((Processor) loop).host() != host) {
            throw new VerbsException(Errno.EINVAL, "event loop is not one of the device's: device=" + host.name());
        }
        return (Processor) loop;
    }
}
