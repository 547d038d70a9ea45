// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.mapper.ShardMapping;

/** A mapping of one page that needs no device. The iova of each byte is its offset. */
interface FakeMapping extends ShardMapping {
    @Override
    default long iova(final int offset) {
        return offset;
    }

    @Override
    default int lkey(final int offset) {
        return FakeDevice.LKEY;
    }

    @Override
    default void syncForCpu(final int offset, final int length) {}

    @Override
    default int mappings() {
        return 1;
    }

    @Override
    default long pages() {
        return 1;
    }

    @Override
    default long bytes() {
        return 4096;
    }

    @Override
    default void close() {}
}
