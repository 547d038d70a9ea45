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

/** Where the requests that a queue pair takes can go. */
interface ReceiveTargets {
    /** Where a request goes, or null where it names none that is there. */
    ReceiveTarget of(Packet packet);

    /** A shared queue that requests could name is closed: what was taken from it never completes. */
    default void forget(final int sharedQueue) {}

    /** Completes every Receive with WR_FLUSH_ERR. */
    void flush();

    /** Forgets the Receives: the queue pair has come to the end of a life. */
    void drop();
}
