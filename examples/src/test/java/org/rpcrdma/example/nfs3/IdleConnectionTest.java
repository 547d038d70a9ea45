// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.Rpcrdma;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.EventLoop;

/** Tests a server in a separate process whose client disappears without notice. */
@EnabledForJreRange(min = JRE.JAVA_22)
class IdleConnectionTest implements ClientListener {
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);
    private static final int PORT = 20_049;

    private boolean isConnected;
    private String end;

    @Override
    public void onConnected() {
        isConnected = true;
    }

    @Override
    public void onDisconnected(final String reason) {
        end = reason;
    }

    /** Returns the next line that starts with a time stamp followed by the given words. */
    private static String line(final BufferedReader out, final String begin) throws IOException {
        final Pattern pattern = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ " + begin);
        String line = out.readLine();
        while (line != null && !pattern.matcher(line).lookingAt()) {
            line = out.readLine();
        }
        return line;
    }

    @Test
    void shouldCloseAConnectionThatHasHadNoCallForSoLong(@TempDir final Path folder) throws Exception {
        final String address = UdpAddresses.address(1);
        final Process server = JavaPrograms.of(
                        Rpcrdma.class,
                        List.of(JavaPrograms.jvmOptions()),
                        ("nfs3-server --mount-port 0 --idle 1 --device udp:" + address + " --export " + folder)
                                .split(" "))
                .start();
        try (BufferedReader out = server.inputReader();
                Device device = Devices.open(UdpAddresses.device(2))) {
            assertNotNull(line(out, "serving: "));
            connect(device, address);
            final String ended = line(out, "disconnected: ");
            assertTrue(ended.contains(" reason=idle: "), ended);
        } finally {
            server.destroy();
            assertEquals(143, server.waitFor());
        }
    }

    /** Connects and then stays silent until the server disconnects. */
    private void connect(final Device device, final String address) {
        final EventLoop loop = device.newEventLoop();
        try (RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress(address, PORT))
                .listener(this))) {
            client.connect();
            final long latest = loop.nanoTime() + PATIENCE;
            while (end == null) {
                assertTrue(loop.nanoTime() < latest, "connected: " + isConnected);
                loop.runOnce(TimeUnit.SECONDS.toNanos(1));
            }
        }
        assertTrue(isConnected, end);
    }
}
