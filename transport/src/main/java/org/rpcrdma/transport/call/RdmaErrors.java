// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/** Writes RDMA_ERROR messages for calls that cannot be served (RFC 8166, section 4.5). */
public final class RdmaErrors {
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();

    /** Writes ERR_VERS with the supported version, and returns the length of the message. */
    public int writeErrVers(final MutableDirectBuffer target, final RpcRdmaHeader call, final int credits) {
        return writer.wrap(target, 0, target.capacity())
                .versionError(
                        call.xid(),
                        call.version(),
                        credits,
                        RpcRdmaHeader.PROTOCOL_VERSION,
                        RpcRdmaHeader.PROTOCOL_VERSION);
    }

    /** Writes ERR_CHUNK, and returns the length of the message. */
    public int writeErrChunk(final MutableDirectBuffer target, final RpcRdmaHeader call, final int credits) {
        return writer.wrap(target, 0, target.capacity()).chunkError(call.xid(), call.version(), credits);
    }
}
