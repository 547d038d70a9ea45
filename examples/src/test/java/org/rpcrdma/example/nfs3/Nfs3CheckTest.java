// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.XdrReader;

/** Tests the client and the service over simulated RDMA, and MOUNT over local TCP. */
@EnabledForJreRange(min = JRE.JAVA_22)
class Nfs3CheckTest {
    private static final int BYTES = 1 << 20;
    private static final int FILES = 100;

    @TempDir
    Path path;

    private final List<String> lines = new ArrayList<>();

    private byte[] mount(final Nfs3Simulation simulated) throws IOException {
        final InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        final byte[] handle = Nfs3Service.rootHandle(simulated.export);
        try (TcpRpcServer server = new TcpRpcServer(
                        any, new MountService("/export", MountTest.only("/export", handle), Allowed.EVERYBODY));
                MountClient client =
                        new MountClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))) {
            assertThrows(IOException.class, () -> client.mount("/other"));
            final byte[] mounted = client.mount("/export");
            client.unmount("/export");
            return mounted;
        }
    }

    private void run(final Nfs3Simulation simulated) throws IOException {
        new Nfs3Check(simulated.client, mount(simulated), BYTES, 1, lines::add).run(FILES);
    }

    @Test
    void shouldFindEverythingAsRequested() throws IOException {
        try (Nfs3Simulation simulated = new Nfs3Simulation(path)) {
            run(simulated);
            assertEquals(10, lines.size(), lines::toString);
            assertTrue(lines.contains("READDIRPLUS by Reply chunk: names=103 pages=2"), lines::toString);
            assertEquals(0, path.toFile().list().length);
        }
    }

    /** Runs a task on another thread. Simulated time does not advance in the meantime. */
    private static void onAnotherThread(final Runnable task) {
        final Thread thread = new Thread(task);
        thread.start();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldAnswerFromThreadsThatAreNotTheEventLoops() throws IOException {
        try (Nfs3Simulation simulated = new Nfs3Simulation(path, Nfs3CheckTest::onAnotherThread)) {
            run(simulated);
            assertEquals(10, lines.size(), lines::toString);
        }
    }

    @Test
    void shouldAnswerOnlyAllowedAddresses() throws IOException {
        try (Nfs3Simulation simulated = new Nfs3Simulation(path, new Allowed(List.of("10.98.0.0/31")))) {
            assertMessage(
                    RuntimeException.class, "call was not carried out: replyStatus=1 detail=1", () -> run(simulated));
        }
    }

    /** The server loses a name or changes a byte without reporting an error. */
    @ParameterizedTest
    @CsvSource({"7, content differs: crc32c", "6, content differs: offset", "8, listing differs", "17, nfsstat3=2"})
    void shouldSeeWhatIsWrong(final int procedure, final String problem) throws IOException {
        final Nfs3Simulation[] simulated = new Nfs3Simulation[1];
        final UnaryOperator<RpcService> between = service -> call -> {
            final boolean meddle = procedure(call) == procedure;
            service.onCall(call);
            if (meddle) {
                meddle(procedure < Nfs3.CREATE);
            }
        };
        simulated[0] = new Nfs3Simulation(path, between);
        try (Nfs3Simulation closed = simulated[0]) {
            final Exception e = assertThrows(RuntimeException.class, () -> run(closed));
            assertTrue(e.getMessage().startsWith(problem), e.toString());
        }
    }

    private void meddle(final boolean withData) {
        final Path folder = path.resolve(path.toFile().list()[0]);
        try {
            if (withData) {
                try (FileChannel data = FileChannel.open(folder.resolve("data"), StandardOpenOption.WRITE)) {
                    data.write(ByteBuffer.allocate(16), 77);
                }
            } else {
                Files.deleteIfExists(folder.resolve("file-with-a-rather-long-name-7"));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int procedure(final RpcCall call) {
        final RpcMessage message = new RpcMessage();
        message.wrap(call.message(), call.messageOffset(), call.messageLength());
        return message.procedure();
    }

    private static byte[] handle(final HostFile file) {
        return new Xdr().hyper(file.export(), file.inode(), file.birthTime()).bytes();
    }

    private HostFile file(final Nfs3Simulation simulated, final byte[] bytes) throws IOException {
        final Path file = Files.write(path.resolve("file"), bytes);
        simulated.client.lookup(Nfs3Service.rootHandle(simulated.export), "file");
        return HostFile.of(simulated.export.id, file);
    }

    private static byte[] pattern(final int length) {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 100, 3000, 4096, 131_071, 131_072, 262_144})
    void shouldWriteEveryByte(final int length) throws IOException {
        final byte[] bytes = pattern(length);
        try (Nfs3Simulation simulated = new Nfs3Simulation(path)) {
            final HostFile file = file(simulated, new byte[0]);
            final Nfs3Call call = simulated.client.beginWrite(handle(file), 5, length);
            call.data.putBytes(0, bytes);
            simulated.client.await(call).results();
            final byte[] seen = file.bytes();
            assertEquals(length == 0 ? 0 : 5 + length, seen.length);
            assertArrayEquals(bytes, Arrays.copyOfRange(seen, seen.length - length, seen.length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4001, 65_535, 131_073, 262_144})
    void shouldReadEveryByte(final int length) throws IOException {
        final byte[] bytes = pattern(length);
        try (Nfs3Simulation simulated = new Nfs3Simulation(path)) {
            final byte[] content = new byte[3 + length];
            System.arraycopy(bytes, 0, content, 3, length);
            final HostFile file = file(simulated, content);
            final Xdr expected = new Xdr().after(file).word(length).word(1).word(length);
            final Nfs3Call call = simulated.client.await(simulated.client.beginRead(handle(file), 3, Nfs3Client.DATA));
            assertResults(expected, call.results());
            assertEquals(length, call.dataLength());
            final byte[] seen = new byte[length];
            call.data.getBytes(0, seen);
            assertArrayEquals(bytes, seen);
        }
    }

    private static void assertResults(final Xdr expected, final XdrReader results) {
        final byte[] seen = new byte[results.remaining()];
        for (int i = 0; i < seen.length; i += 4) {
            ByteBuffer.wrap(seen).putInt(i, results.getInt());
        }
        Served.assertEqual(expected, seen);
    }

    @Test
    void shouldListByReplyChunkWhatItListsInMessages() {
        final Served served = new Served(path);
        try (Nfs3Simulation simulated = new Nfs3Simulation(path)) {
            for (int i = 0; i < 40; i++) {
                served.make(served.root(), "file" + i, Nfs3.REG);
            }
            final Nfs3Call call =
                    simulated.client.await(simulated.client.beginList(handle(served.root()), 0, 0, 32_000));
            served.room = 32_768;
            final Xdr arguments = Served.of(served.root()).hyper(0, 0).word(32_000, 32_000);
            assertEquals(
                    served.call(Nfs3.READDIRPLUS, arguments).length - 4,
                    call.results().remaining());
            assertTrue(call.inReplyChunk());
        }
    }
}
