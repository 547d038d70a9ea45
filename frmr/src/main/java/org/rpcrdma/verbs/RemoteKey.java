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
package org.rpcrdma.verbs;

/**
 * The anatomy of a memory key: 24 bits of index over a byte, the tag, that its owner steps so that a key that was
 * handed out before opens nothing.
 */
public final class RemoteKey {
    private static final int TAG = 0xff;

    private RemoteKey() {}

    /**
     * The key with the next tag ({@code ibv_inc_rkey(3)}).
     *
     * @param key a key.
     * @return the same index, the tag one more, modulo 256.
     */
    public static int increment(final int key) {
        return (key & ~TAG) | ((key + 1) & TAG);
    }
}
