// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Provides RPC-over-RDMA clients and servers that are built on the verbs API. Also contains the wire formats. */
module org.rpcrdma.transport {
    requires transitive org.agrona;
    requires transitive org.rpcrdma.arena;
    requires HdrHistogram;
    requires java.management;
    requires jdk.jfr;
    requires org.jctools.core.jdk11;

    exports org.rpcrdma.transport;
    exports org.rpcrdma.transport.client;
    exports org.rpcrdma.transport.program;
    exports org.rpcrdma.transport.server;
    exports org.rpcrdma.wire;
}
