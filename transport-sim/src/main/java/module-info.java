// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** The simulated RNIC. */
module org.rpcrdma.nic {
    requires transitive org.agrona;
    requires transitive org.rpcrdma.frmr;
    requires transitive java.management;
    requires jdk.management;
    requires org.rpcrdma.rnic;

    exports org.rpcrdma.nic;
    exports org.rpcrdma.nic.config;
    exports org.rpcrdma.nic.cost;
    exports org.rpcrdma.rnic.config;
    exports org.rpcrdma.rnic.time;
    exports org.rpcrdma.rnic;
    exports org.rpcrdma.sim;

    provides org.rpcrdma.verbs.DeviceProvider with
            org.rpcrdma.nic.UdpDeviceProvider;
}
