// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.List;
import org.rpcrdma.transport.server.RpcRdmaServer;

/**
 * The memory mapped for send buffers by all of a server's connections.
 *
 * @param mostBytesMapped the sum of the processors' peaks.
 * @param idleBytesMapped the number of bytes still mapped after one minute without calls; null unless connections stay
 *                        open that long.
 */
record SendBufferMemory(long mostBytesMapped, Long idleBytesMapped) {
    static SendBufferMemory of(final List<RpcRdmaServer> servers, final Long idleBytesMapped) {
        return new SendBufferMemory(
                servers.stream().mapToLong(RpcRdmaServer::mostSendBytesMapped).sum(), idleBytesMapped);
    }

    /** Returns the number of bytes mapped now. */
    static long mapped(final List<RpcRdmaServer> servers) {
        return servers.stream()
                .mapToLong(server -> server.figures().sendMappedBytes())
                .sum();
    }
}
