// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import java.util.function.Predicate;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.EventLoop;

/** Serves RPCs on a device of the host. The device has the name that {@code rdma link} shows. */
final class HostServer {
    private HostServer() {}

    static void serve(final String deviceName, final RpcService service, final Predicate<RpcRdmaServer> goesOn) {
        try (Device device = Devices.open(deviceName)) {
            final EventLoop loop = device.newEventLoop();
            try (RpcRdmaServer server = new RpcRdmaServer(
                    new RpcRdmaServer.Context().device(device).eventLoop(loop).service(service))) {
                while (goesOn.test(server)) {
                    loop.runOnce(1_000_000_000); // waits for at most a second
                }
            }
        }
    }
}
