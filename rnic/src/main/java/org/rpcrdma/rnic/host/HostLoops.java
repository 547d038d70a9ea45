// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;

/**
 * A host's event loops, which determine when a verbs call takes effect. Handlers of these loops take no virtual time.
 */
public class HostLoops {
    final String device;
    final Timeline timeline;
    final RunningLoop running;

    /**
     * Creates a host without loops.
     *
     * @param device   the name of the host's device, for messages.
     * @param timeline the clock of all hosts.
     * @param running  shared by all hosts of the timeline.
     */
    public HostLoops(final String device, final Timeline timeline, final RunningLoop running) {
        this.device = device;
        this.timeline = timeline;
        this.running = running;
    }

    /** Creates an event loop. */
    public EventLoop newEventLoop() {
        return new HostLoop(this);
    }

    /** Returns a clock for background work. */
    public Clock newWorker() {
        return new HostLoop(this);
    }

    /** Returns the time at which the current verbs call takes effect. */
    public long callerTime() {
        return eventTime();
    }

    /**
     * Returns the time at which posted requests take effect. In real time, this is the time that was last read. The
     * requests are not executed before the timeline runs, and it then reads the time again.
     */
    public long postTime() {
        return timeline.lastTime();
    }

    /** Returns the time of this host's running loop, or the timeline's time if no loop is running a handler. */
    public final long eventTime() {
        final HostLoop own = running();
        return own == null ? timeline.nanoTime() : own.nanoTime();
    }

    /** Returns this host's loop that is running a handler, or null. */
    protected final HostLoop running() {
        final HostLoop now = running.get();
        return now != null && now.host() == this ? now : null;
    }

    /**
     * Casts an event loop to a loop of this host.
     *
     * @throws VerbsException EINVAL if the loop belongs to another host.
     */
    public final HostLoop own(final EventLoop loop) {
        if (!(loop instanceof HostLoop) || ((HostLoop) loop).host() != this) {
            throw new VerbsException(Errno.EINVAL, "event loop belongs to another device: device=" + device);
        }
        return (HostLoop) loop;
    }
}
