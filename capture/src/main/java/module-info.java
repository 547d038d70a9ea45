// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Reads and writes captures of RPC-over-RDMA traffic: pcap and pcapng files, packets, connections and messages. */
module org.rpcrdma.capture {
    requires transitive org.agrona;
    requires transitive org.rpcrdma.transport;
    requires org.rpcrdma.rnic;
    requires aircompressor;
    requires jdk.unsupported;
    requires org.apache.commons.compress;

    exports org.rpcrdma.capture;
}
