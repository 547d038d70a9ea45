// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import org.rpcrdma.arena.mapper.ShardMapper;

/** A base class for mappers that wrap another mapper. Closing a mapper also closes the mapper that it wraps. */
abstract class WrappedMapper implements ShardMapper {
    final ShardMapper mapper;

    WrappedMapper(final ShardMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public final void expectBufferSize(final int bytes) {
        mapper.expectBufferSize(bytes);
    }

    @Override
    public final void close() {
        mapper.close();
    }
}
