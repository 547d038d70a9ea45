// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.nio.ByteBuffer;
import org.rpcrdma.verbs.MemoryBlock;

/** A memory block that has addresses but no bytes. */
public interface AddressBlock extends MemoryBlock {
    @Override
    default ByteBuffer buffer() {
        throw new UnsupportedOperationException("addresses only");
    }

    @Override
    default void close() {}
}
