// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Runs oncrpc4j's services and clients over RDMA. */
module org.rpcrdma.oncrpc4j {
    requires transitive org.dcache.oncrpc4j;
    requires transitive org.rpcrdma.transport;
    // An automatic module whose name is derived from the file name, because Grizzly does not define a module name.
    requires grizzly.framework;
    requires org.agrona;
    requires org.slf4j;

    exports org.rpcrdma.oncrpc4j;
}
