// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Simulated RNIC, captures, replay. */
module org.rpcrdma.nic {
    requires transitive org.agrona;
    requires transitive org.rpcrdma.transport;
    requires transitive java.management;
    requires jdk.management;

    exports org.rpcrdma.capture;
    exports org.rpcrdma.nic;
    exports org.rpcrdma.nic.config;
    exports org.rpcrdma.nic.cost;
    exports org.rpcrdma.replay;
    exports org.rpcrdma.sim;

    provides org.rpcrdma.verbs.DeviceProvider with
            org.rpcrdma.nic.UdpDeviceProvider;
}
