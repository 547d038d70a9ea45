// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.verbs.Gid;

/**
 * Handles the host's posts. It counts them, reports them to the meter and a listener, and determines when they take
 * effect.
 */
public final class Doorbell {
    private final Gid host;
    private final HostLoops loops;
    private final Meter meter;
    private final CallFaults faults;
    private final PostListener listener;

    /**
     * Creates a doorbell.
     *
     * @param host     the device's address.
     * @param loops    determine the time of posts.
     * @param meter    records the posts.
     * @param faults   make posts fail on demand.
     * @param listener receives reports of posted requests.
     */
    public Doorbell(
            final Gid host,
            final HostLoops loops,
            final Meter meter,
            final CallFaults faults,
            final PostListener listener) {
        this.host = host;
        this.loops = loops;
        this.meter = meter;
        this.faults = faults;
        this.listener = listener;
    }

    /** Counts a post of sends or Receives, which may fail on demand. */
    public void count(final FaultyCall call) {
        faults.countPost(call);
    }

    /**
     * Rings the doorbell for Receives, or for a queue that resumes.
     *
     * @param isOfConnection true for Receives that are posted before their queue pair is connected.
     * @return the time, in ns, at which the posted requests take effect.
     */
    public long ring(final boolean isOfConnection) {
        meter.doorbell(isOfConnection);
        return loops.postTime();
    }

    /** Rings the doorbell for a chain of sends. Returns the time, in ns, at which the chain takes effect. */
    public long ring(final SendChain chain) {
        meter.sendsPosted(chain);
        return loops.postTime();
    }

    /** Reports posted sends to the listener. */
    public void posted(final int queuePair, final SendChain chain) {
        if (listener.isOn()) {
            listener.sendsPosted(host, queuePair, chain);
        }
    }

    /** Reports posted Receives to the listener. */
    public void posted(final int queuePair, final ReceiveChain chain) {
        if (listener.isOn()) {
            listener.receivesPosted(host, queuePair, chain);
        }
    }
}
