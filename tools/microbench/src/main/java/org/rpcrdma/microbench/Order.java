// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.Random;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** The order in which a thread uses the pools. It is random but the same in every run. */
@State(Scope.Thread)
public class Order {
    private static final int LENGTH = 4096;

    /** Holds one handle. */
    final int[] handle = new int[1];

    private final int[] pools = new int[LENGTH];
    private int place;

    /** Creates the state; called by JMH. */
    public Order() {}

    /**
     * Generates the order.
     *
     * @param peers   the number of pools.
     * @param threads the number of this thread.
     */
    @Setup
    public void draw(final Peers.Count peers, final ThreadParams threads) {
        final Random random = new Random(threads.getThreadIndex());
        for (int i = 0; i < LENGTH; i++) {
            pools[i] = random.nextInt(peers.pools);
        }
    }

    int next() {
        place = place + 1 & LENGTH - 1;
        return pools[place];
    }
}
