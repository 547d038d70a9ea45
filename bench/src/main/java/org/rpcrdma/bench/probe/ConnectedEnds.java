// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.agrona.CloseHelper;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Pairs of queue pairs on one device, which are connected concurrently. One thread does the work of both sides. Owns
 * the queues and the memory until it is closed.
 */
final class ConnectedEnds implements AutoCloseable {
    private static final int PORT = 20_052;
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 1, 7, 7);

    /** The device is considered stuck after this time without events. */
    static final long PATIENCE_NANOS = 10_000_000_000L;

    private final Device device;
    private final EventLoop loop;
    private final ProtectionDomain domain;
    private final MemoryBlock memory;
    private final MemoryRegion region;
    private final List<ProbeEnd> clients = new ArrayList<>();
    private final List<ProbeEnd> servers = new ArrayList<>();
    private final long connectNanos;

    ConnectedEnds(final Device device, final EventLoop loop, final int pairs) {
        this.device = device;
        this.loop = loop;
        domain = device.allocateProtectionDomain();
        memory = device.memory().allocate(2L * ProbeEnd.LARGEST, 2L * ProbeEnd.LARGEST);
        region = domain.registerMemory(memory.address(), memory.length(), memory.address(), Access.LOCAL_WRITE);
        for (int i = 0; i < pairs; i++) {
            clients.add(new ProbeEnd(device, domain, loop, region));
            servers.add(new ProbeEnd(device, domain, loop, region));
        }
        connectNanos = connect();
    }

    private long connect() {
        final ConnectionManager connections = device.connections();
        final Iterator<ProbeEnd> unasked = servers.iterator();
        final AutoCloseable listener = connections.listen(PORT, loop, request -> {
            final ProbeEnd server = unasked.next();
            request.accept(server.queuePair(), PARAMETERS, loop, server);
        });
        final InetSocketAddress address = new InetSocketAddress(connections.localAddress(), PORT);
        final long asked = loop.nanoTime();
        clients.forEach(client -> connections.connect(address, client.queuePair(), PARAMETERS, loop, client));
        awaitAll(ProbeEnd::isEstablished);
        CloseHelper.close(listener);
        return clients.stream().mapToLong(ProbeEnd::establishedNanos).max().orElseThrow() - asked;
    }

    private void awaitAll(final Predicate<ProbeEnd> state) {
        for (int i = 0; i < clients.size(); i++) {
            while (!state.test(clients.get(i)) || !state.test(servers.get(i))) {
                turn();
            }
        }
    }

    /** Returns the time from the first request until all pairs were connected. */
    long connectNanos() {
        return connectNanos;
    }

    ProbeEnd client() {
        return clients.get(0);
    }

    ProbeEnd server() {
        return servers.get(0);
    }

    /** Waits for an event. */
    void turn() {
        if (!loop.runOnce(PATIENCE_NANOS)) {
            throw new IllegalStateException("no progress: device=" + device.name());
        }
    }

    @Override
    public void close() {
        clients.forEach(ProbeEnd::disconnect);
        awaitAll(ProbeEnd::hasEnded);
        CloseHelper.closeAll(clients);
        CloseHelper.closeAll(servers);
        CloseHelper.closeAll(region, memory, domain);
    }
}
