// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.connect;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.event.IbvEventLoop;
import org.rpcrdma.ibverbs.queue.IbvQueuePair;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.VerbsException;

/**
 * Manages connections with librdmacm. The library does not own the queue pairs. A queue pair is created before its
 * connection, and this class changes the queue pair's state with the attributes that {@code rdma_init_qp_attr} returns.
 *
 * <pre>
 *  connecting side                                           listening side
 *  resolve_addr - ADDR_RESOLVED                              bind_addr, listen
 *  resolve_route - ROUTE_RESOLVED
 *  connect ------------------------ REQ -------------------&gt; CONNECT_REQUEST: onRequest
 *  CONNECT_RESPONSE &lt;-------------- REP -------------------- queue pair to RTR, RTS; accept
 *  queue pair to RTR, RTS; establish -- RTU ---------------&gt; ESTABLISHED: onEstablished
 *  onEstablished
 * </pre>
 */
public record IbvConnectionManager(DeviceContext device) implements ConnectionManager {
    private static final int MAX_PORT = 65535;

    @Override
    public InetAddress localAddress() {
        return localAddresses().get(0);
    }

    private List<InetAddress> localAddresses() {
        final List<InetAddress> addresses = device.addresses().reachable();
        if (addresses.isEmpty()) {
            throw new VerbsException(
                    Errno.ENODATA,
                    "device has no IP address: device=" + device.name() + " "
                            + device.addresses().description());
        }
        return addresses;
    }

    @Override
    public AutoCloseable listen(final int port, final EventLoop loop, final ListenHandler handler) {
        if (port < 1 || port > MAX_PORT) {
            throw new VerbsException(Errno.EINVAL, "port out of range: port=" + port + " limit=" + MAX_PORT);
        }
        return new IbvListener(
                device, IbvEventLoop.own(device, loop).connectionEvents(), localAddresses(), port, handler);
    }

    @Override
    public Connection connect(
            final InetSocketAddress remote,
            final QueuePair queuePair,
            final ConnectionParameters parameters,
            final EventLoop loop,
            final ConnectionHandler handler) {
        parameters.check(ConnectionParameters.REQUEST_DATA);
        final IbvConnection connection = new IbvConnection(
                NativeObject.own(device, IbvQueuePair.class, queuePair),
                IbvEventLoop.own(device, loop),
                parameters,
                handler,
                remote);
        connection.connect();
        return connection;
    }
}
