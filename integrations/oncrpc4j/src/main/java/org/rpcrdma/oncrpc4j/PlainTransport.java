// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import org.dcache.oncrpc4j.rpc.RpcTransport;

/** A transport over RDMA, which does not support TLS. */
interface PlainTransport extends RpcTransport {
    @Override
    default void startTLS() {
        throw new IllegalStateException("RPC-over-RDMA does not support TLS");
    }

    @Override
    default boolean isTLS() {
        return false;
    }

    @Override
    default RpcTransport getPeerTransport() {
        return this;
    }
}
