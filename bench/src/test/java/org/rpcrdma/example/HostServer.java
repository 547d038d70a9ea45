/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.example;

import java.util.function.Predicate;
import org.rpcrdma.transport.RpcRdmaServer;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.EventLoop;

/** Serves RPCs on a device of the host, named as rdma link shows it. */
final class HostServer {
    private HostServer() {}

    static void serve(final String deviceName, final RpcService service, final Predicate<RpcRdmaServer> goesOn) {
        try (Device device = Devices.open(deviceName)) {
            final EventLoop loop = device.newEventLoop();
            try (RpcRdmaServer server = new RpcRdmaServer(
                    new RpcRdmaServer.Context().device(device).eventLoop(loop).service(service))) {
                while (goesOn.test(server)) {
                    loop.runOnce(1_000_000_000); // waits for a second at most
                }
            }
        }
    }
}
