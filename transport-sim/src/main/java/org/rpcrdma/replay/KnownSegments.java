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

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.capture.CapturedMessage;

/**
 * The memory that the client of one captured connection has registered, by remote key. A key that is registered again
 * names the newer memory.
 */
final class KnownSegments {
    private final Int2ObjectHashMap<CapturedSegment> byKey = new Int2ObjectHashMap<>();

    CapturedSegment add(final int key, final long address, final long length) {
        final CapturedSegment segment = new CapturedSegment(address, (int) length);
        byKey.put(key, segment);
        return segment;
    }

    /** Gives bytes that RDMA moved to the segment that they belong to, if there is one. */
    void take(final CapturedMessage moved) {
        final CapturedSegment segment = byKey.get(moved.rkey());
        if (segment != null) {
            segment.take(moved.address(), moved.buffer(), moved.offset(), moved.length());
        }
    }
}
