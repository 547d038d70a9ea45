// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Simulates an RNIC: virtual time, the fabric, hosts, caches and costs. */
module org.rpcrdma.sim {
    requires transitive org.rpcrdma.rnic;

    exports org.rpcrdma.sim;
    exports org.rpcrdma.sim.config;
    exports org.rpcrdma.sim.cost;
    exports org.rpcrdma.sim.time;
}
