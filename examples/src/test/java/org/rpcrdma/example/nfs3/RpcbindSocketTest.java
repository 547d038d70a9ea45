// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares registrations with RFC 1833, word by word. */
class RpcbindSocketTest {
    @TempDir
    Path folder;

    /** Returns an rpcbind call's arguments, which follow its credential. */
    private static byte[] arguments(final String network, final String address) {
        return new Xdr()
                .word(100_005, 3)
                .string(network)
                .string(address)
                .word(0)
                .bytes();
    }

    /** Receives a call and answers true or false. */
    private static void serve(
            final ServerSocketChannel listener, final int procedure, final byte[] wanted, final int answer)
            throws IOException {
        try (SocketChannel channel = listener.accept()) {
            final ByteBuffer call = ByteBuffer.allocate(512);
            final int head = 4 + 11 * 4 + 20;
            while (call.position() < head - 12 + wanted.length) {
                channel.read(call);
            }
            assertEquals(procedure, call.getInt(4 + 20));
            final byte[] seen = Arrays.copyOfRange(call.array(), call.position() - wanted.length, call.position());
            assertArrayEquals(wanted, seen);
            channel.write(ByteBuffer.wrap(new Xdr()
                    .word(0x8000_001c, call.getInt(4), 1, 0, 0, 0, 0, answer)
                    .bytes()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0})
    void shouldRegisterForAllAddressesAndUnregister(final int answer) throws Exception {
        final Path socket = folder.resolve("socket");
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(socket));
            final Throwable[] failure = new Throwable[1];
            final Thread rpcbind = new Thread(() -> {
                try {
                    serve(listener, 1, arguments("tcp", "0.0.0.0.78.82"), answer);
                    serve(listener, 1, arguments("tcp6", "::.78.82"), 1);
                    if (answer == 1) {
                        serve(listener, 2, arguments("tcp", ""), 1);
                    }
                    serve(listener, 2, arguments("tcp6", ""), 1);
                } catch (final IOException | AssertionError e) {
                    failure[0] = e;
                }
            });
            rpcbind.start();
            try (RpcbindSocket registered = new RpcbindSocket(socket)) {
                assertEquals(answer == 1, registered.register(100_005, 3, "tcp", 20_050));
            }
            rpcbind.join(60_000);
            assertEquals(null, failure[0]);
        }
    }

    @Test
    void shouldReportAMissingRpcbind() {
        final RpcbindSocket none = new RpcbindSocket(folder.resolve("none"));
        assertThrows(IOException.class, () -> none.register(100_005, 3, "tcp", 20_050));
    }
}
