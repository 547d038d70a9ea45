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

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.rpcrdma.bench.ComparisonResult.Latency;

/**
 * One strategy's figures on a device.
 *
 * @param registrations       regions of the server's Receive buffers, all connections
 * @param bytesRegistered     bytes of these regions
 * @param bytesWasted         bytes of them beyond what the buffers need
 * @param setupNanos          to allocate and register a connection's Receive buffers and post the first Receives: the median of all connections
 * @param teardownNanos       to deregister them and give them back, as well
 * @param sharedSetupNanos    to allocate and register, once, the buffers that connections share; 0 where they share none
 * @param sharedTeardownNanos to deregister those and give them back
 * @param rpcPerSecond        of all connections, from the first call to the last reply
 * @param latencyNanos        from a call's start to its reply
 * @param corruptions         replies with other bytes than were sent
 */
@JsonPropertyOrder({
    "registrations",
    "bytesRegistered",
    "bytesWasted",
    "setupNanos",
    "teardownNanos",
    "sharedSetupNanos",
    "sharedTeardownNanos",
    "rpcPerSecond",
    "latencyNanos",
    "corruptions"
})
record DeviceFigures(
        long registrations,
        long bytesRegistered,
        long bytesWasted,
        long setupNanos,
        long teardownNanos,
        long sharedSetupNanos,
        long sharedTeardownNanos,
        double rpcPerSecond,
        Latency latencyNanos,
        long corruptions) {
    /** These figures, and how long what connections shared took to give back. */
    DeviceFigures withSharedTeardown(final long nanos) {
        return new DeviceFigures(
                registrations,
                bytesRegistered,
                bytesWasted,
                setupNanos,
                teardownNanos,
                sharedSetupNanos,
                nanos,
                rpcPerSecond,
                latencyNanos,
                corruptions);
    }
}
