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
package org.rpcrdma.replay;

/** How the calls of a replay, and their replies, are put on the wire. The RPC messages are the captured ones in either case. */
public enum ReplayMarshalling {
    /** With chunk lists of the captured positions and lengths, and replies in the chunks that the captured server used. */
    AS_CAPTURED,
    /**
     * As the transport chooses by the inline thresholds of the connection: where they are small more goes by chunks than was
     * captured, where they are large less. Arguments and results are what the capture shows in Read and Write chunks.
     */
    BY_TRANSPORT
}
