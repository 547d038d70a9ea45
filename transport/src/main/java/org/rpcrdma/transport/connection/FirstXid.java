// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.util.concurrent.ThreadLocalRandom;
import org.rpcrdma.verbs.EventLoop;

/**
 * The transaction id of a caller's first call. It is random, so that the peer's reply cache does not take the calls of
 * a program for those of its last run.
 */
public final class FirstXid {
    private FirstXid() {}

    /** Returns a random id; 1 in a simulation, which one seed decides. */
    public static int of(final EventLoop loop) {
        return loop.isVirtual() ? 1 : ThreadLocalRandom.current().nextInt();
    }
}
