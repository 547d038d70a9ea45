// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** The protocol engine of a software RNIC, and its RoCE codec. */
module org.rpcrdma.rnic {
    requires transitive java.management;
    requires transitive org.agrona;
    requires transitive org.rpcrdma.frmr;
    requires jdk.management;

    exports org.rpcrdma.rnic;
    exports org.rpcrdma.rnic.config;
    exports org.rpcrdma.rnic.time;
    exports org.rpcrdma.rnic.codec to
            org.rpcrdma.udp;
    exports org.rpcrdma.rnic.connect to
            org.rpcrdma.sim,
            org.rpcrdma.udp;
    exports org.rpcrdma.rnic.host to
            org.rpcrdma.sim,
            org.rpcrdma.udp;
    exports org.rpcrdma.rnic.link to
            org.rpcrdma.sim,
            org.rpcrdma.udp;
    exports org.rpcrdma.rnic.memory to
            org.rpcrdma.sim,
            org.rpcrdma.udp;
    exports org.rpcrdma.rnic.port to
            org.rpcrdma.sim,
            org.rpcrdma.udp;
    exports org.rpcrdma.rnic.roce to
            org.rpcrdma.capture,
            org.rpcrdma.inspect,
            org.rpcrdma.sim,
            org.rpcrdma.udp;
}
