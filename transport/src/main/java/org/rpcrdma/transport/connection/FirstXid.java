// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.util.concurrent.ThreadLocalRandom;
import org.rpcrdma.verbs.EventLoop;

/**
 * Chooses the transaction id of a caller's first call. The id is random so that the peer's reply cache does not mistake
 * a program's calls for calls from an earlier run.
 */
public final class FirstXid {
    private FirstXid() {}

    /** Returns a random id. In a simulation, which must depend only on its seed, the id is 1. */
    public static int of(final EventLoop loop) {
        return loop.isVirtual() ? 1 : ThreadLocalRandom.current().nextInt();
    }
}
