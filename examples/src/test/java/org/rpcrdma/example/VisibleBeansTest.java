// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.VisibleArena;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.junit.RpcPair;
import org.rpcrdma.junit.SimulatedRdma;
import org.rpcrdma.micrometer.ArenaMeters;
import org.rpcrdma.micrometer.ClientMeters;
import org.rpcrdma.micrometer.FrmrMeters;
import org.rpcrdma.micrometer.ServerMeters;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.client.VisibleClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.VisibleServer;

/** Runs the JMX and Micrometer examples of docs/monitoring.md. */
@SimulatedRdma
class VisibleBeansTest {
    private static final List<String> NAMES = List.of(
            "org.rpcrdma:type=Server,name=nfs",
            "org.rpcrdma:type=Client,name=backup",
            "org.rpcrdma:type=Arena,name=shared",
            "org.rpcrdma:type=FrmrPools,device=mlx5_0");

    @Test
    void shouldShowEachWhileItIsOpen(final RpcPair rpc, final ReceiveArena arena) throws JMException {
        final RpcRdmaServer server = rpc.server();
        final RpcRdmaClient client = rpc.client();
        final FrmrPools pools = client.regions();

        final VisibleServer nfs = VisibleServer.open("nfs", server.newFigures()); // type=Server,name=nfs
        final VisibleClient backup = VisibleClient.open("backup", client.newFigures()); // type=Client,name=backup
        final VisibleArena shared = VisibleArena.open("shared", arena.figuresSource()); // type=Arena,name=shared
        final FrmrAdministration mlx5 = FrmrAdministration.open("mlx5_0", pools); // type=FrmrPools,device=mlx5_0

        assertEquals(Set.copyOf(NAMES), visible());
        CloseHelper.closeAll(nfs, backup, shared, mlx5);
        assertEquals(Set.of(), visible());
    }

    /** Publishing the figures does not block, and it leaves the thread's interrupt status unchanged. */
    @Test
    void shouldShowAnArenaOfAnInterruptedThread(final ReceiveArena arena) throws JMException {
        Thread.currentThread().interrupt();
        final VisibleArena shared = VisibleArena.open("shared", arena.figuresSource());
        assertEquals(Set.of(NAMES.get(2)), visible());
        shared.close();
        assertTrue(Thread.interrupted());
        assertEquals(Set.of(), visible());
    }

    @Test
    void shouldMeterEach(final RpcPair rpc, final ReceiveArena arena) {
        final RpcRdmaServer server = rpc.server();
        final RpcRdmaClient client = rpc.client();
        final FrmrPools pools = client.regions();
        final MeterRegistry registry = new SimpleMeterRegistry();

        new ServerMeters(server.newFigures(), Tags.of("server", "nfs")).bindTo(registry); // rpcrdma.server.*
        new ClientMeters(client.newFigures(), Tags.of("client", "backup")).bindTo(registry); // rpcrdma.client.*
        new ArenaMeters(arena.figuresSource(), Tags.of("arena", "shared")).bindTo(registry); // rpcrdma.arena.*
        new FrmrMeters(pools, Tags.of("device", "mlx5_0")).bindTo(registry); // rpcrdma.frmr.*

        final Set<String> kinds = registry.getMeters().stream()
                .map(meter -> meter.getId().getName().replaceFirst("^(rpcrdma\\.[a-z]+)\\..*", "$1"))
                .collect(Collectors.toSet());
        assertEquals(Set.of("rpcrdma.server", "rpcrdma.client", "rpcrdma.arena", "rpcrdma.frmr"), kinds);
        registry.close();
    }

    private static Set<String> visible() throws JMException {
        return ManagementFactory.getPlatformMBeanServer().queryNames(null, null).stream()
                .map(ObjectName::toString)
                .filter(NAMES::contains)
                .collect(Collectors.toSet());
    }
}
