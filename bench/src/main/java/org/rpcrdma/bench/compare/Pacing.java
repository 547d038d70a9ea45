// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.settings.ClientTraffic;
import org.rpcrdma.replay.ReplayPace;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.EventLoop;

/**
 * Schedules the calls of a run's connections, including the pauses between calls. Mounts start to make calls when the
 * last mount has connected. They disconnect after all mounts have received their last reply and an idle period has
 * passed.
 */
final class Pacing {
    /**
     * The length of the idle period. The transport releases idle memory after a minute, and one second is added as a
     * margin.
     */
    private static final long IDLE_NANOS = 61_000_000_000L;

    private final ClientTraffic traffic;
    private final Gate calls;
    private final Gate leaves;

    /**
     * Creates the pacing for a new run.
     *
     * @param traffic  the arrival and departure of connections.
     * @param onCalls  runs when all mounts may start to make calls.
     * @param onDone   runs when all mounts have received their last reply.
     * @param onLeaves runs when the mounts may disconnect.
     */
    Pacing(final ClientTraffic traffic, final Runnable onCalls, final Runnable onDone, final Runnable onLeaves) {
        this.traffic = traffic;
        calls = new Gate(traffic.connections(), 0, onCalls, () -> {});
        leaves = new Gate(traffic.connections(), IDLE_NANOS, onDone, onLeaves);
    }

    /**
     * Returns the pace of a connection.
     *
     * @param loop   the connection's event loop.
     * @param random determines the pauses.
     */
    ReplayPace of(final EventLoop loop, final SeededRandom random) {
        return new ReplayPace() {
            @Override
            public void connected(final Runnable begin) {
                pass(calls, loop, begin);
            }

            @Override
            public long pauseNanos() {
                // StrictMath gives bit-identical results on every JVM.
                return Math.round(-StrictMath.log1p(-random.nextDouble()) * traffic.thinkNanos());
            }

            @Override
            public void done(final Runnable leave) {
                pass(leaves, loop, leave);
            }
        };
    }

    private void pass(final Gate gate, final EventLoop loop, final Runnable task) {
        if (traffic.mounted()) {
            gate.await(loop, task);
        } else {
            task.run();
        }
    }

    /** Holds all connections until the last connection has arrived and a fixed time has passed. */
    private static final class Gate {
        private final int all;
        private final long waitNanos;
        private final Runnable onLast;
        private final Runnable onOpen;
        private final List<EventLoop> loops = new ArrayList<>();
        private final List<Runnable> tasks = new ArrayList<>();

        Gate(final int all, final long waitNanos, final Runnable onLast, final Runnable onOpen) {
            this.all = all;
            this.waitNanos = waitNanos;
            this.onLast = onLast;
            this.onOpen = onOpen;
        }

        void await(final EventLoop loop, final Runnable task) {
            loops.add(loop);
            tasks.add(task);
            if (tasks.size() == all) {
                onLast.run();
                final long opens = loop.nanoTime() + waitNanos;
                loop.newTimer(onOpen).arm(waitNanos);
                open(opens);
            }
        }

        private void open(final long at) {
            for (int i = 0; i < all; i++) {
                final EventLoop loop = loops.get(i);
                loop.newTimer(tasks.get(i)).arm(Math.max(0, at - loop.nanoTime()));
            }
        }
    }
}
