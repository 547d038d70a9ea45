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
package org.rpcrdma.transport;

/**
 * Work-request ids of transfers: which call or slot, and whether the request is the last of its chain. Requests before the
 * last one are not signaled; where they fail or are flushed they complete nevertheless, and are not the end of the transfer.
 */
final class WorkRequestId {
    private static final int LAST = 1;

    private WorkRequestId() {}

    static long of(final int id) {
        return (long) id << 1;
    }

    static long last(final long wrId) {
        return wrId | LAST;
    }

    static boolean isLast(final long wrId) {
        return (wrId & LAST) != 0;
    }

    static int id(final long wrId) {
        return (int) (wrId >>> 1);
    }
}
