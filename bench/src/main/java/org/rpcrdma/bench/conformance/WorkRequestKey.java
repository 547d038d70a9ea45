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
package org.rpcrdma.bench.conformance;

import org.rpcrdma.verbs.SendRequests;

/** A key that work requests open and invalidate: a fast-register region's, or that of a window of type 2. */
public interface WorkRequestKey {
    /**
     * Whose memory it opens, and whose send queue opens it.
     *
     * @return one side.
     */
    Endpoint side();

    /**
     * Where the memory begins for peers while the key is open.
     *
     * @return the iova.
     */
    long iova();

    /**
     * Opens the memory to peers under the next tag and waits until that is done.
     *
     * @return the key.
     */
    int open();

    /**
     * Posts a local invalidation.
     *
     * @param key what is invalidated.
     */
    default void invalidate(final int key) {
        final SendRequests sends = side().sends();
        sends.localInvalidate(2, SendRequests.SIGNALED, key);
        side().post();
    }
}
