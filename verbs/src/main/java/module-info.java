// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** The device contract: verbs as in libibverbs. */
module org.rpcrdma.verbs {
    requires transitive org.agrona;
    requires transitive java.management;
    requires jdk.jfr;

    exports org.rpcrdma.verbs;
    exports org.rpcrdma.verbs.extended;
    exports org.rpcrdma.verbs.time;
    exports org.rpcrdma.verbs.jvm to
            org.rpcrdma.arena,
            org.rpcrdma.bench,
            org.rpcrdma.frmr,
            org.rpcrdma.ibverbs,
            org.rpcrdma.sim,
            org.rpcrdma.rnic,
            org.rpcrdma.sim.time,
            org.rpcrdma.transport,
            org.rpcrdma.udp;

    uses org.rpcrdma.verbs.DeviceProvider;
}
