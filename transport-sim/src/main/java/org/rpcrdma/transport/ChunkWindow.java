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

import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.RemoteKey;

/** A memory window of type 2 with the key that it was bound under last. */
final class ChunkWindow {
    final MemoryWindow window;
    private int key;

    ChunkWindow(final MemoryWindow window) {
        this.window = window;
        key = window.rkey();
    }

    /** Steps the key, so that one that was handed out before opens nothing. */
    int nextKey() {
        key = RemoteKey.increment(key);
        return key;
    }
}
