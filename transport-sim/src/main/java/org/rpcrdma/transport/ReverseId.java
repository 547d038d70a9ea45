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

/** Work-request ids of Sends in reverse direction: below 0, which no others are. */
final class ReverseId {
    private ReverseId() {}

    static long of(final int call) {
        return Long.MIN_VALUE | call;
    }

    static boolean isReverse(final long wrId) {
        return wrId < 0;
    }

    static int call(final long wrId) {
        return (int) wrId;
    }
}
