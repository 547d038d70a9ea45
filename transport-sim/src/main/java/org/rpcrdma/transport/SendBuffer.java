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

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/** Memory that messages are built in and sent from, mapped for the device for as long as it lives. */
final class SendBuffer {
    final UnsafeBuffer bytes;
    final long iova;
    final int lkey;
    private final LocalMemory memory;
    private final MemoryBlock block;
    private final LocalRange range = new LocalRange();

    SendBuffer(final LocalMemory memory, final int length) {
        this.memory = memory;
        block = memory.allocate(length);
        try {
            memory.keep(range, block);
            memory.map(range, block.address(), length, DmaDirection.TO_DEVICE);
        } catch (final RuntimeException e) {
            memory.forget(range);
            block.close();
            throw e;
        }
        iova = range.iova;
        lkey = range.lkey;
        bytes = new UnsafeBuffer(block.address(), length);
    }

    void close() {
        memory.unmap(range);
        memory.forget(range);
        block.close();
    }
}
