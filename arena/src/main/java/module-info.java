// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Arenas of Receive buffers. */
module org.rpcrdma.arena {
    requires transitive org.agrona;
    requires transitive org.rpcrdma.frmr;
    requires java.management;
    requires jdk.jfr;

    exports org.rpcrdma.arena;
    exports org.rpcrdma.arena.mapper;
}
