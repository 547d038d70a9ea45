// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.LoopbackAddresses;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.UdpNetwork;
import org.rpcrdma.transport.server.RpcRdmaServer;

/** A server on a UDP device, and programs that call it, which are killed. */
class UdpProcessesTest {
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final long SLICE = 1_000_000;
    private static final long IDLE_NANOS = 2_000_000_000;

    private final UdpNetwork network = new UdpNetwork();
    private final SimulatedDevice device = network.attach("udp0", LoopbackAddresses.of(1));
    private final List<Process> callers = new ArrayList<>();
    private int answered;
    private final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
            .device(device)
            .eventLoop(device.newEventLoop())
            .idlePeriod(IDLE_NANOS)
            .service(call -> {
                answered++;
                TransportFixture.echo(call);
            }));

    /** The addresses of the callers are the next test's. */
    @AfterEach
    void close() throws InterruptedException {
        for (final Process caller : callers) {
            caller.destroyForcibly().waitFor();
        }
        server.close();
        network.close();
    }

    private void await(final String what, final BooleanSupplier condition) {
        final long end = System.nanoTime() + LONGEST_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, what);
            network.simulation().stepUntil(network.simulation().nanoTime() + SLICE);
        }
    }

    private Process start(final int address) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@../jvm.options",
                "-cp",
                System.getProperty("java.class.path"),
                UdpCaller.class.getName(),
                LoopbackAddresses.of(address),
                LoopbackAddresses.of(1));
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        final Process caller =
                builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        callers.add(caller);
        await("caller was not answered", () -> available(caller) > 0);
        return caller;
    }

    private static int available(final Process caller) {
        try {
            return caller.getInputStream().available();
        } catch (final IOException e) {
            throw new AssertionError("the caller is gone", e);
        }
    }

    private void awaitAnswers(final int count) {
        final int before = answered;
        await("no more calls", () -> answered >= before + count);
    }

    /** The one that comes back has the address of the one that was killed. Nobody says that that is gone: it idles. */
    @Test
    void shouldServeTheOthersWhileACallerIsKilledAndComesBack() throws IOException, InterruptedException {
        final Process killed = start(2);
        final Process other = start(3);
        killed.destroyForcibly().waitFor();
        awaitAnswers(500);
        start(2);
        await("the killed caller's connection is still there", () -> server.connections() == 2);
        awaitAnswers(500);
        assertTrue(other.isAlive());
        assertTrue(callers.get(2).isAlive());
    }
}
