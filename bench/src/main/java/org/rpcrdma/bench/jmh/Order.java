/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.jmh;

import java.util.Random;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** A thread's own order of pools, random and the same in every run. */
@State(Scope.Thread)
public class Order {
    private static final int LENGTH = 4096;

    /** Room for one handle. */
    final int[] handle = new int[1];

    private final int[] pools = new int[LENGTH];
    private int place;

    /** Made by JMH. */
    public Order() {}

    /**
     * Draws the order.
     *
     * @param peers   how many pools there are.
     * @param threads which thread this is.
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
