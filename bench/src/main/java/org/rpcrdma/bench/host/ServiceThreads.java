// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import java.util.ArrayDeque;
import java.util.List;
import org.rpcrdma.bench.settings.HostSettings;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/**
 * The threads that serve a simulated server's calls, like Linux's nfsd. A call wakes a thread on the processor that
 * becomes free first. A thread that has finished takes the next waiting call without sleeping. While all threads are
 * busy, calls wait; they are served in order of arrival.
 *
 * <pre>
 *   event loop 0 --+                +-- thread on processor 3: wakes up, decodes, serves, replies
 *   event loop 1 --+-- calls wait --+-- thread on processor 0
 *   event loop n --+                +-- ...
 * </pre>
 */
public final class ServiceThreads {
    private final SimulatedDevice device;
    private final RpcService service;
    private final int threads;
    private final ArrayDeque<RpcCall> waiting = new ArrayDeque<>();
    private final ServiceThread[] onProcessor;
    private int busy;

    /**
     * Creates the threads, which sleep until a call arrives.
     *
     * @param device     the server's device.
     * @param processors the server's event loops.
     * @param settings   the number of threads.
     * @param costs      the costs of a wake-up and the program.
     * @param service    serves the calls.
     */
    public ServiceThreads(
            final SimulatedDevice device,
            final List<EventLoop> processors,
            final HostSettings settings,
            final CostModel costs,
            final RpcService service) {
        this.device = device;
        this.service = service;
        threads = settings.threads();
        onProcessor = processors.stream().map(ServiceThread::new).toArray(ServiceThread[]::new);
    }

    /** Returns the service for the server on one event loop. The service passes calls to the threads. */
    public RpcService from(final EventLoop loop) {
        return call -> take(call, loop.nanoTime());
    }

    private void take(final RpcCall call, final long nowNanos) {
        waiting.add(call);
        final ServiceThread thread = busy < threads ? freeFirst() : null;
        if (thread != null) {
            thread.wake(nowNanos);
        }
    }

    /** Returns an idle thread on the processor that becomes free first, or null if all threads are busy. */
    private ServiceThread freeFirst() {
        ServiceThread first = null;
        long least = Long.MAX_VALUE;
        for (final ServiceThread thread : onProcessor) {
            final long free = thread.isBusy ? Long.MAX_VALUE : thread.processor.nanoTime();
            if (free < least) {
                first = thread;
                least = free;
            }
        }
        return first;
    }

    /** A thread bound to one processor. */
    private final class ServiceThread {
        private final EventLoop processor;
        private final Timer turn;
        private boolean isBusy;
        private boolean slept;

        ServiceThread(final EventLoop processor) {
            this.processor = processor;
            turn = processor.newTimer(this::serve);
        }

        void wake(final long nowNanos) {
            isBusy = true;
            slept = true;
            busy++;
            turn.arm(Math.max(0, nowNanos - processor.nanoTime()));
        }

        private void serve() {
            final RpcCall call = waiting.poll();
            if (call != null) {
                device.spend(ProcessorWork.SERVICE, CostParameter.PROGRAM, 1);
                if (slept) {
                    device.spend(ProcessorWork.SERVICE, CostParameter.WAKEUP, 1);
                }
                service.onCall(call);
            }
            goOn();
        }

        /** Yields to the processor's other handlers between two calls. */
        private void goOn() {
            if (waiting.isEmpty()) {
                isBusy = false;
                busy--;
            } else {
                slept = false;
                turn.arm(0);
            }
        }
    }
}
