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
package org.rpcrdma.nic;

/**
 * What a connection request or a reply says of the packets of the connection.
 *
 * @param startingPsn the number of the first packet that the sender takes, 24 bits: its peer begins with it.
 * @param flowLabel   the label of the packets of both sides, 20 bits.
 * @param ackTimeout  the code of how long a side waits for an acknowledgement, 5 bits: 4.096 us times 2 to the power of it.
 * @param ackDelay    the code of how long a side takes to acknowledge at most, 5 bits.
 */
public record ConnectionPath(int startingPsn, int flowLabel, int ackTimeout, int ackDelay) {
    /** What soft-RoCE says of itself. */
    private static final int USUAL_DELAY = 15;

    /** The path of a connection whose time-out is known: that covers the peer's delay and the way there and back. */
    static ConnectionPath of(final int startingPsn, final int flowLabel, final int ackTimeout) {
        return new ConnectionPath(startingPsn, flowLabel, ackTimeout, Math.min(USUAL_DELAY, ackTimeout - 1));
    }
}
