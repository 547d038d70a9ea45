// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** The protocol engine of a software RNIC; the RoCE codec. */
module org.rpcrdma.rnic {
    requires transitive org.agrona;

    exports org.rpcrdma.roce to
            org.rpcrdma.capture,
            org.rpcrdma.inspect,
            org.rpcrdma.nic;
}
