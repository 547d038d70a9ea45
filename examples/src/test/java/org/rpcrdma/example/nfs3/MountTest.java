// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.RpcService;

/** Compares the results of MOUNT over TCP with RFC 1813, word by word, for any fragmentation of the stream. */
class MountTest {
    private static final byte[] HANDLE = {1, 2, 3, 4, 5};
    private static final int LAST = 1 << 31;
    private static final int OK = 0;

    private TcpRpcServer server;

    @BeforeEach
    void listen() throws IOException {
        server = new TcpRpcServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new MountService("/export", only("/export", HANDLE), Allowed.EVERYBODY));
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** Finds a single mountable directory, which has the given handle. */
    static MountService.Directories only(final String path, final byte[] handle) {
        return wanted -> {
            final String called = new String(wanted, StandardCharsets.ISO_8859_1);
            NfsFailure.unless(called.equals(path) || called.equals("/"), Nfs3.ERR_NOENT);
            return handle;
        };
    }

    private Socket connect() throws IOException {
        return connect(server);
    }

    private static Socket connect(final TcpRpcServer server) throws IOException {
        final Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(300_000);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static byte[] mount(final int procedure, final Xdr arguments) {
        return Served.message(100_005, 3, procedure, arguments);
    }

    private static byte[] reply(final Socket socket) throws IOException {
        final DataInputStream in = new DataInputStream(socket.getInputStream());
        final byte[] reply = new byte[in.readInt() & ~LAST];
        in.readFully(reply);
        return reply;
    }

    private static void send(final Socket socket, final byte[] message) throws IOException {
        final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(LAST | message.length);
        out.write(message);
    }

    private byte[] results(final int procedure, final Xdr arguments) throws IOException {
        try (Socket socket = connect()) {
            send(socket, mount(procedure, arguments));
            return Served.results(reply(socket));
        }
    }

    @Test
    void shouldMount() throws IOException {
        Served.assertEqual(new Xdr().word(0).opaque(HANDLE).word(2, 1, 0), results(1, new Xdr().string("/export")));
        Served.assertEqual(new Xdr().word(1).string("client").string("/export").word(0), results(2, new Xdr()));
        Served.assertEqual(new Xdr(), results(3, new Xdr().string("/export")));
        Served.assertEqual(new Xdr().word(0), results(2, new Xdr()));
    }

    @Test
    void shouldMountByASlash() throws IOException {
        Served.assertEqual(new Xdr().word(0).opaque(HANDLE).word(2, 1, 0), results(1, new Xdr().string("/")));
    }

    @Test
    void shouldForgetAClientThatUnmountsAll() throws IOException {
        results(1, new Xdr().string("/export"));
        Served.assertEqual(new Xdr(), results(4, new Xdr()));
        Served.assertEqual(new Xdr().word(0), results(2, new Xdr()));
    }

    @Test
    void shouldReportWhatIsExported() throws IOException {
        Served.assertEqual(new Xdr().word(1).string("/export").word(0, 0), results(5, new Xdr()));
        Served.assertEqual(new Xdr(), results(0, new Xdr()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "//", "/export/", "/export/folder", "/other"})
    void shouldMountNothingElse(final String path) throws IOException {
        Served.assertEqual(new Xdr().word(2), results(1, new Xdr().string(path)));
    }

    private static byte[] credential(final int flavor, final byte[] credential) {
        return new Xdr()
                .word(1, 0, 2, 100_005, 3, 1, flavor)
                .opaque(credential)
                .word(0, 0)
                .raw(new Xdr().string("/").bytes())
                .bytes();
    }

    private byte[] replyTo(final byte[] message) throws IOException {
        try (Socket socket = connect()) {
            send(socket, message);
            return reply(socket);
        }
    }

    @ParameterizedTest
    @CsvSource({"6, 4", "1, 8", "1, 404", "0, 404"})
    void shouldRejectInvalidCredentials(final int flavor, final int length) throws IOException {
        final byte[] badCredential = new Xdr().word(1, 1, 1, 1, 1).bytes();
        assertArrayEquals(badCredential, replyTo(credential(flavor, new byte[length])));
    }

    /** Machine and export names of the maximum length exceed the size of a reply. */
    @Test
    void shouldListAsManyClientsAsFit() throws IOException {
        final String path = "/x".repeat(911);
        try (TcpRpcServer longest = new TcpRpcServer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new MountService(path, only(path, HANDLE), Allowed.EVERYBODY));
                Socket socket = connect(longest)) {
            for (int i = 0; i < 32; i++) {
                final String machine = "%0255d".formatted(i);
                final Xdr who = new Xdr().word(0).string(machine).word(0, 0, 0);
                send(socket, credential(1, who.bytes()));
                assertEquals(OK, Served.results(reply(socket))[3]);
            }
            send(socket, mount(2, new Xdr()));
            final byte[] listed = Served.results(reply(socket));
            final int one = 4 + 4 + 256 + 4 + 1824;
            assertEquals(65_532 / one * one + 4, listed.length);
        }
    }

    @Test
    void shouldContinueAfterACallThatFailed() throws IOException {
        final RpcService broken = call -> {
            throw new IllegalStateException("broken");
        };
        try (TcpRpcServer failing =
                        new TcpRpcServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), broken);
                Socket socket = connect(failing)) {
            for (int xid = 1; xid < 3; xid++) {
                send(socket, new Xdr().word(xid).bytes());
                assertArrayEquals(new Xdr().word(xid, 1, 0, 0, 0, 5).bytes(), reply(socket));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 0",
        "127.0.0.0/31, 0",
        "0.0.0.0/0, 0",
        "::/0, 13",
        "127.0.0.2/31, 13",
        "127.0.0.2, 13",
        "128.0.0.0/1, 13"
    })
    void shouldMountForAllowedAddressesOnly(final String network, final int status) throws IOException {
        final Allowed allowed = new Allowed(List.of(network));
        try (TcpRpcServer limited = new TcpRpcServer(
                        new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0),
                        new MountService("/export", only("/export", HANDLE), allowed));
                Socket socket = new Socket("127.0.0.1", limited.port())) {
            send(socket, mount(1, new Xdr().string("/")));
            assertEquals(status, Served.results(reply(socket))[3]);
            send(socket, mount(5, new Xdr()));
            final Xdr listed = new Xdr().word(1).string("/export").word(1).string(network);
            Served.assertEqual(listed.word(0, 0), Served.results(reply(socket)));
        }
    }

    @ParameterizedTest
    @CsvSource({"100005, 3, 6, 3", "100005, 1, 0, 2", "100003, 3, 0, 1", "100005, 3, 1, 4"})
    void shouldAnswerUnknownProcedures(final int program, final int version, final int procedure, final int status)
            throws IOException {
        try (Socket socket = connect()) {
            send(socket, Served.message(program, version, procedure, new Xdr()));
            assertEquals(status, reply(socket)[23]);
        }
    }

    @Test
    void shouldReadFragmentsAndPiecesAndSeveralCallsTogether() throws IOException {
        final byte[] message = mount(5, new Xdr());
        final Xdr twice = new Xdr();
        for (int call = 0; call < 2; call++) {
            for (int at = 0; at < message.length; at += 20) {
                final int length = Math.min(20, message.length - at);
                twice.word(at + length == message.length ? LAST | length : length);
                for (int i = 0; i < length; i += 4) {
                    twice.word(ByteBuffer.wrap(message).getInt(at + i));
                }
            }
        }
        try (Socket socket = connect()) {
            for (final byte one : twice.bytes()) {
                socket.getOutputStream().write(one);
            }
            final byte[] expected = reply(socket);
            assertArrayEquals(expected, reply(socket));
            socket.getOutputStream().write(twice.bytes());
            assertArrayEquals(expected, reply(socket));
            assertArrayEquals(expected, reply(socket));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {LAST | 3, LAST | 4097, Integer.MAX_VALUE, -1, LAST})
    void shouldCloseAnInvalidStream(final int marker) throws IOException {
        try (Socket other = connect();
                Socket socket = connect()) {
            final DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(marker);
            out.writeInt(0);
            assertThrows(IOException.class, () -> reply(socket));
            send(other, mount(0, new Xdr()));
            assertEquals(24, reply(other).length);
        }
    }

    @Test
    void shouldRejectARecordOfEmptyFragments() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(new byte[Integer.BYTES * 4097]);
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    /** The server has received three calls. It serves another connection's call before the last one. */
    @Test
    void shouldServeConnectionsByTurns() throws IOException {
        final int begun = 1;
        final int others = 4;
        final List<Integer> served = new CopyOnWriteArrayList<>();
        final CountDownLatch begins = new CountDownLatch(1);
        final CountDownLatch ready = new CountDownLatch(1);
        final RpcService service = call -> {
            served.add(call.xid());
            if (call.xid() == begun) {
                begins.countDown();
                awaitQuietly(ready);
            }
            call.reply(Integer.BYTES);
        };
        try (TcpRpcServer turns =
                        new TcpRpcServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), service);
                Socket busy = connect(turns);
                Socket other = connect(turns)) {
            send(other, new Xdr().word(0).bytes());
            reply(other);
            send(busy, new Xdr().word(begun).bytes());
            awaitQuietly(begins);
            for (int xid = begun + 1; xid < others; xid++) {
                send(busy, new Xdr().word(xid).bytes());
            }
            send(other, new Xdr().word(others).bytes());
            ready.countDown();
            for (int xid = begun; xid < others; xid++) {
                reply(busy);
            }
            reply(other);
        }
        assertEquals(List.of(0, begun), served.subList(0, 2));
        assertEquals(others - 1, served.get(served.size() - 1));
    }

    private static void awaitQuietly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldServeNewClientsHoweverManyConnectionsIdle() throws IOException {
        final List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                idle.add(connect());
            }
            Served.assertEqual(new Xdr(), results(0, new Xdr()));
            assertEquals(-1, idle.get(0).getInputStream().read());
            send(idle.get(199), mount(0, new Xdr()));
            assertEquals(24, reply(idle.get(199)).length);
        } finally {
            for (final Socket socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void shouldAnswerOrEndWhateverComes() throws IOException {
        final Random random = new Random(Long.getLong("seed", 20_261_123));
        for (int i = 0; i < 300; i++) {
            final byte[] message = mount(random.nextInt(6), new Xdr().string("/export"));
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                message[random.nextInt(message.length)] = (byte) random.nextInt();
            }
            try (Socket socket = connect()) {
                send(socket, Arrays.copyOf(message, random.nextInt(message.length + 1)));
            }
        }
        Served.assertEqual(new Xdr(), results(0, new Xdr()));
    }
}
