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

import org.rpcrdma.wire.RpcRdmaHeader;

/** Finds the key that a reply may invalidate: the only one that a call's chunk lists hold, as svcrdma does. */
final class ChunkKeys {
    private boolean found;
    private boolean several;
    private int key;

    /** Looks at all lists of a well-formed header. */
    void scan(final RpcRdmaHeader header) {
        found = false;
        several = false;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            add(header.readHandle(i));
        }
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
                add(header.writeHandle(chunk, i));
            }
        }
        for (int i = 0; i < header.replySegmentCount(); i++) {
            add(header.replyHandle(i));
        }
    }

    private void add(final int handle) {
        several |= found && handle != key;
        key = handle;
        found = true;
    }

    boolean isSingle() {
        return found && !several;
    }

    int key() {
        return key;
    }
}
