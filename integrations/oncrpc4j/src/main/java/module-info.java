// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Java's RPC programs over RDMA: oncrpc4j's services and clients. */
module org.rpcrdma.oncrpc4j {
    requires transitive org.dcache.oncrpc4j;
    requires transitive org.rpcrdma.transport;
    // Named after its file: Grizzly names no module.
    requires grizzly.framework;
    requires org.agrona;
    requires org.slf4j;

    exports org.rpcrdma.oncrpc4j;
}
