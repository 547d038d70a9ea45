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

/** Prints decoded messages in one style. */
interface MessageFormat {
    /**
     * Prints a message; it may be used only during the call.
     *
     * @param message a valid RPC-over-RDMA message.
     */
    void message(DecodedMessage message);

    /**
     * Prints a Send of an RPC-over-RDMA connection whose transport header is refused.
     *
     * @param message the Send; only its frame can be used.
     * @param status  why, a {@link org.rpcrdma.wire.HeaderStatus}.
     */
    void refused(DecodedMessage message, int status);
}
