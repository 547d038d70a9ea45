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
package org.rpcrdma.bench;

/**
 * What {@code rpcrdma capture} runs, checked before anything is built.
 *
 * @param workload    which workload
 * @param connections connections of one server
 * @param rpcs        RPCs of all connections together; a replay has as many as its capture, on each
 * @param loss        the chance of a packet of echo and store to be lost
 * @param seed        decides everything that is random
 */
record CaptureOptions(CaptureWorkload workload, int connections, int rpcs, double loss, long seed) {
    private static final int MAX_CONNECTIONS = 1000;
    private static final int MAX_RPCS = 10_000_000;
    /** With more, connections end for want of answers. */
    private static final double MAX_LOSS = 0.2;

    CaptureOptions {
        inRange("--connections", connections, MAX_CONNECTIONS);
        inRange("--rpcs", rpcs, MAX_RPCS);
        if (!(loss >= 0 && loss <= MAX_LOSS)) {
            throw new InputException("--loss must be from 0 to " + MAX_LOSS + ": " + loss);
        }
        if (loss > 0 && workload == CaptureWorkload.REPLAY) {
            throw new InputException("--loss is for echo and store: " + loss);
        }
    }

    private static void inRange(final String option, final int value, final int most) {
        if (value < 1 || value > most) {
            throw new InputException(option + " must be from 1 to " + most + ": " + value);
        }
    }
}
