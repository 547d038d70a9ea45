// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** Runs a service's round once per second on a thread that may block. Rounds never overlap. */
final class Rounds {
    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Nfs3Service service;
    private final Executor executor;
    private final Timer timer;
    private final AtomicBoolean isEnding = new AtomicBoolean();

    Rounds(final Nfs3Service service, final Clock clock, final Executor executor) {
        this.service = service;
        this.executor = executor;
        timer = clock.newTimer(this::onSecond);
        timer.arm(NANOS);
    }

    private void onSecond() {
        timer.arm(NANOS);
        if (isEnding.compareAndSet(false, true)) {
            executor.execute(this::endRound);
        }
    }

    private void endRound() {
        try {
            service.endRound();
        } finally {
            isEnding.set(false);
        }
    }

    void end() {
        timer.cancel();
    }
}
