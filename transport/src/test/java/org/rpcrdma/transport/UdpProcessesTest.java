// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.PORT;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.UdpNetwork;

/**
 * Tests servers on UDP devices, and programs that call them with every kind of chunk. The test kills programs of both
 * kinds.
 */
class UdpProcessesTest {
    private static final long SLICE = 1_000_000;
    private static final long IDLE_NANOS = 2_000_000_000;

    private final UdpNetwork network = new UdpNetwork();
    private final UdpDevice device = network.attach("udp0", UdpAddresses.address(1));
    private final List<Process> programs = new ArrayList<>();
    private int answered;
    private final RpcRdmaServer server = new RpcRdmaServer(
            TransportFixture.serverOn(device).idlePeriod(IDLE_NANOS).service(call -> {
                answered++;
                HonestCaller.serve(call);
            }));

    /** The next test uses the addresses of these programs. */
    @AfterEach
    void close() throws InterruptedException {
        for (final Process program : programs) {
            program.destroyForcibly().waitFor();
        }
        server.close();
        network.close();
    }

    private void await(final String what, final BooleanSupplier condition) {
        Patience.await(
                condition, () -> network.timeline().stepUntil(network.timeline().nanoTime() + SLICE), () -> what);
    }

    private Process call(final int address) throws IOException {
        return start(UdpAddresses.address(address), UdpAddresses.address(1));
    }

    /** Starts a program, and waits until it reports success. */
    private Process start(final String... addresses) throws IOException {
        final List<String> options = List.of(JavaPrograms.jvmOptions(), "-XX:TieredStopAtLevel=1");
        final Process program =
                JavaPrograms.of(UdpProgram.class, options, addresses).start();
        programs.add(program);
        await("program says nothing", () -> available(program) > 0);
        return program;
    }

    private static int available(final Process program) {
        try {
            return program.getInputStream().available();
        } catch (final IOException e) {
            throw new AssertionError("the program is gone", e);
        }
    }

    private void awaitAnswers(final int count) {
        final int before = answered;
        await("no further calls", () -> answered >= before + count);
    }

    /**
     * The restarted program has the same address as the program that was killed. No message reports the end of the old
     * connection, which remains idle.
     */
    @Test
    void shouldServeTheOthersWhileACallerIsKilledAndComesBack() throws IOException, InterruptedException {
        final Process killed = call(2);
        final Process other = call(3);
        killed.destroyForcibly().waitFor();
        awaitAnswers(200);
        call(2);
        await("the killed caller's connection is still there", () -> server.connections() == 2);
        awaitAnswers(200);
        assertTrue(other.isAlive());
        assertTrue(programs.get(2).isAlive());
    }

    @Test
    void shouldLetItsCallerKnowThatAServerWasKilledAndReachTheNextAtItsAddress()
            throws IOException, InterruptedException {
        final Process killed = start(UdpAddresses.address(4));
        try (HonestCaller caller = new HonestCaller(device, new InetSocketAddress(UdpAddresses.address(4), PORT))) {
            await("not answered", () -> {
                caller.reconnect();
                return caller.answered >= 40;
            });
            killed.destroyForcibly().waitFor();
            await("the caller does not learn of the server's end", () -> caller.failure != null);
            final int before = caller.answered;
            start(UdpAddresses.address(4));
            await("not answered again", () -> {
                caller.reconnect();
                return caller.answered >= before + 40;
            });
        }
    }
}
