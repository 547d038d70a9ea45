// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.rnic.RnicDevice;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** One of two hosts, with its device, the requests that a test posts, and the completions that the test polls. */
abstract class PairSide {
    final RnicDevice device;
    final EventLoop loop;
    final ExtendedProtectionDomain domain;
    final CompletionQueue queue;
    final Completions batch = new Completions(256);
    final ExtendedSendRequests sends;
    final ReceiveRequests receives;
    QueuePair queuePair;

    PairSide(final RnicDevice device, final int completions, final int chain, final int maxSge) {
        this.device = device;
        loop = device.newEventLoop();
        domain = device.allocateProtectionDomain();
        queue = device.createCompletionQueue(completions, loop, ready -> {});
        sends = device.newSendRequests(chain, maxSge);
        receives = device.newReceiveRequests(1);
    }

    /** Returns the device of a simulated pair. */
    final SimulatedDevice simulated() {
        return (SimulatedDevice) device;
    }

    final ExtendedSendRequests sends() {
        sends.clear();
        return sends;
    }

    /** Polls the available completions, and returns each as {@code wrId:STATUS}, in order. */
    final List<String> completions() {
        final List<String> all = new ArrayList<>();
        queue.poll(batch);
        for (int i = 0; i < batch.count(); i++) {
            all.add(batch.wrId(i) + ":" + CompletionStatus.name(batch.status(i)));
        }
        return all;
    }

    final void expect(final String... completions) {
        assertEquals(List.of(completions), completions());
    }

    /** Runs the simulation to its end, and asserts the completions. */
    final void runAndExpect(final String... completions) {
        Inside.of(device, Simulation.class).run();
        expect(completions);
    }
}
