// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.RemoteKey;

/** A type 2 memory window and the key of its most recent binding. */
final class ChunkWindow {
    final MemoryWindow window;
    private int key;

    ChunkWindow(final MemoryWindow window) {
        this.window = window;
        key = window.rkey();
    }

    /** Advances the key, which invalidates all earlier keys, and returns the new key. */
    int nextKey() {
        key = RemoteKey.increment(key);
        return key;
    }
}
