// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** A software RNIC on UDP sockets. */
module org.rpcrdma.udp {
    requires transitive org.rpcrdma.rnic;

    exports org.rpcrdma.udp;

    provides org.rpcrdma.verbs.DeviceProvider with
            org.rpcrdma.udp.UdpDeviceProvider;
}
