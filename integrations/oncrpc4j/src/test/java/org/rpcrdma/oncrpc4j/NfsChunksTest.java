// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.xdr.Xdr;
import org.dcache.oncrpc4j.xdr.XdrVoid;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.verbs.VerbsException;

/** Tests that NFS data travels in separate chunks and stays in the device's memory from the wire to the service. */
@Timeout(60)
class NfsChunksTest {
    @AutoClose
    private final SimulatedHosts hosts = new SimulatedHosts();

    private static final int NFS = 100_003;
    private static final int V3_READLINK = 5;
    private static final int V3_READ = 6;
    private static final int V3_WRITE = 7;
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int V3_SYMLINK = 10;
    private static final int V4_COMPOUND = 1;

    /** A file of one megabyte in registered memory, with records of the received data. */
    private static final class Files {
        RegisteredBuffer file;
        final ConcurrentLinkedQueue<Boolean> inPlace = new ConcurrentLinkedQueue<>();

        /** The client may receive a reply before the server's device reports that the send has completed. */
        void close() {
            final long end = System.nanoTime() + LONGEST_NANOS;
            while (!isClosed()) {
                assertTrue(System.nanoTime() < end, "the file is still in use");
                Thread.onSpinWait();
            }
        }

        private boolean isClosed() {
            try {
                file.close();
                return true;
            } catch (final VerbsException e) {
                return false;
            }
        }

        void serve(final RpcCall call) throws IOException {
            switch (call.getProcedure()) {
                case V3_READ -> read(call);
                case V3_READLINK ->
                    call.reply(new Words(xdr -> {
                        Words.ints(xdr, 0, 0);
                        xdr.xdrEncodeString("p".repeat(3000));
                    }));
                case V3_WRITE -> write(call);
                default -> symlink(call);
            }
        }

        private void read(final RpcCall call) throws IOException {
            call.retrieveCall(new Words(xdr -> {
                xdr.xdrDecodeDynamicOpaque();
                final int offset = (int) xdr.xdrDecodeLong();
                final int count = xdr.xdrDecodeInt();
                call.reply(new Words(reply -> {
                    Words.ints(reply, 0, 0, count, 0);
                    reply.xdrEncodeShallowByteBuffer(file.buffer().slice(offset, count));
                }));
            }));
        }

        private void write(final RpcCall call) throws IOException {
            call.retrieveCall(new Words(xdr -> {
                xdr.xdrDecodeDynamicOpaque();
                final int offset = (int) xdr.xdrDecodeLong();
                xdr.xdrDecodeLong();
                final ByteBuffer data = xdr.xdrDecodeByteBuffer();
                inPlace.add(data.isDirect());
                file.buffer().position(offset).put(data);
                call.reply(new Words(reply -> Words.ints(reply, 0, 0, 0)));
            }));
        }

        private static void symlink(final RpcCall call) throws IOException {
            call.retrieveCall(new Words(xdr -> {
                xdr.xdrDecodeDynamicOpaque();
                xdr.xdrDecodeString();
                for (int i = 0; i < 6; i++) {
                    xdr.xdrDecodeInt();
                }
                final String path = xdr.xdrDecodeString();
                call.reply(new Words(reply -> Words.ints(reply, path.length(), 0)));
            }));
        }
    }

    private static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 7 + i / 251);
        }
        return bytes;
    }

    private void start(final int version, final Files files) throws Exception {
        hosts.start(svc -> svc.withRpcService(new OncRpcProgram(NFS, version), files::serve), client -> {});
        files.file = hosts.server.allocate(1 << 20);
    }

    private void write(final int offset, final ByteBuffer data) throws IOException {
        hosts.call(NFS, 3)
                .call(
                        V3_WRITE,
                        new Words(xdr -> {
                            xdr.xdrEncodeDynamicOpaque(new byte[20]);
                            xdr.xdrEncodeLong(offset);
                            Words.ints(xdr, data.remaining(), 2);
                            xdr.xdrEncodeShallowByteBuffer(data);
                        }),
                        XdrVoid.XDR_VOID);
    }

    private byte[] read(final int offset, final int count) throws IOException {
        final byte[][] data = new byte[1][];
        hosts.call(NFS, 3)
                .call(
                        V3_READ,
                        new Words(xdr -> {
                            xdr.xdrEncodeDynamicOpaque(new byte[20]);
                            xdr.xdrEncodeLong(offset);
                            xdr.xdrEncodeInt(count);
                        }),
                        new Words(xdr -> {
                            for (int i = 0; i < 4; i++) {
                                xdr.xdrDecodeInt();
                            }
                            data[0] = xdr.xdrDecodeDynamicOpaque();
                        }));
        return data[0];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 512, 4095, 65_535, 1 << 20})
    void shouldReadWhatWasWrittenByNfs3(final int length) throws Exception {
        final Files files = new Files();
        start(3, files);
        write(0, ByteBuffer.wrap(bytes(length)));
        assertEquals(ByteBuffer.wrap(bytes(length)), ByteBuffer.wrap(read(0, length)));
        assertTrue(length < 4000 || files.inPlace.poll(), "data of a Read chunk was copied");
        files.close();
    }

    @Test
    void shouldSendAClientsRegisteredMemoryFromItsPlace() throws Exception {
        final Files files = new Files();
        start(3, files);
        try (RegisteredBuffer data = hosts.client.allocate(100_000)) {
            data.buffer().put(bytes(100_000));
            write(8, data.buffer());
            assertEquals(ByteBuffer.wrap(bytes(100_000)), ByteBuffer.wrap(read(8, 100_000)));
            files.close();
        }
    }

    @Test
    void shouldSendPathsOfSymbolicLinksByChunks() throws Exception {
        final Files files = new Files();
        start(3, files);
        final String[] path = new String[1];
        hosts.call(NFS, 3)
                .call(V3_READLINK, new Words(xdr -> xdr.xdrEncodeDynamicOpaque(new byte[20])), new Words(xdr -> {
                    xdr.xdrDecodeLong();
                    path[0] = xdr.xdrDecodeString();
                }));
        assertEquals(3000, path[0].length());
        final int[] length = new int[1];
        hosts.call(NFS, 3)
                .call(
                        V3_SYMLINK,
                        new Words(xdr -> {
                            xdr.xdrEncodeDynamicOpaque(new byte[20]);
                            xdr.xdrEncodeString("link");
                            Words.ints(xdr, 0, 0, 0, 0, 0, 0);
                            xdr.xdrEncodeString("q".repeat(4000));
                        }),
                        new Words(xdr -> length[0] = xdr.xdrDecodeInt()));
        assertEquals(4000, length[0]);
        files.close();
    }

    /**
     * The first call contains SEQUENCE, PUTFH, WRITE and GETATTR. The second call contains SEQUENCE, PUTFH, READ, READ
     * and GETATTR.
     */
    @Test
    void shouldMoveTheDataOfCompoundsByChunks() throws Exception {
        final List<ByteBuffer> seen = Collections.synchronizedList(new ArrayList<>());
        hosts.start(svc -> svc.withRpcService(new OncRpcProgram(NFS, 4), call -> compound(call, seen)), client -> {});
        hosts.call(NFS, 4)
                .call(
                        V4_COMPOUND,
                        new Words(xdr -> {
                            head(xdr, 4);
                            Words.ints(xdr, 38, 0, 0, 0, 0, 0, 0, 2);
                            xdr.xdrEncodeShallowByteBuffer(ByteBuffer.wrap(bytes(70_001)));
                            Words.ints(xdr, 9, 1, 1);
                        }),
                        XdrVoid.XDR_VOID);
        assertEquals(List.of(ByteBuffer.wrap(bytes(70_001))), seen);
        final byte[][] read = new byte[2][];
        hosts.call(NFS, 4)
                .call(
                        V4_COMPOUND,
                        new Words(xdr -> {
                            head(xdr, 5);
                            Words.ints(xdr, 25, 0, 0, 0, 0, 0, 0, 50_001, 25, 0, 0, 0, 0, 0, 0, 60_002, 9, 1, 1);
                        }),
                        new Words(xdr -> {
                            resultHead(xdr);
                            for (int i = 0; i < 2; i++) {
                                xdr.xdrDecodeIntFixedVector(3);
                                read[i] = xdr.xdrDecodeDynamicOpaque();
                            }
                            assertEquals(9, xdr.xdrDecodeInt());
                        }));
        assertEquals(ByteBuffer.wrap(bytes(50_001)), ByteBuffer.wrap(read[0]));
        assertEquals(ByteBuffer.wrap(bytes(60_002)), ByteBuffer.wrap(read[1]));
    }

    private static void head(final Xdr xdr, final int operations) {
        xdr.xdrEncodeString("a tag");
        Words.ints(xdr, 1, operations, 53, 1, 2, 3, 4, 1, 0, 0, 0, 22);
        xdr.xdrEncodeDynamicOpaque(new byte[28]);
    }

    /** Encodes the status, the tag, the number of operations, SEQUENCE and PUTFH. */
    private static void resultHead(final Xdr xdr) throws IOException {
        xdr.xdrDecodeInt();
        xdr.xdrDecodeString();
        xdr.xdrDecodeInt();
        xdr.xdrDecodeIntFixedVector(2 + 9);
        xdr.xdrDecodeIntFixedVector(2);
    }

    private static void compound(final RpcCall call, final List<ByteBuffer> seen) throws IOException {
        call.retrieveCall(new Words(xdr -> {
            xdr.xdrDecodeString();
            xdr.xdrDecodeInt();
            final int operations = xdr.xdrDecodeInt();
            xdr.xdrDecodeIntFixedVector(1 + 8 + 1);
            xdr.xdrDecodeDynamicOpaque();
            if (operations == 4) {
                xdr.xdrDecodeIntFixedVector(8);
                final ByteBuffer data = xdr.xdrDecodeByteBuffer();
                seen.add(ByteBuffer.allocate(data.remaining()).put(data).flip());
                assertEquals(9, xdr.xdrDecodeInt());
                call.reply(XdrVoid.XDR_VOID);
            } else {
                call.reply(new Words(reply -> {
                    Words.ints(reply, 0);
                    reply.xdrEncodeString("a tag");
                    Words.ints(reply, 5, 53, 0, 1, 2, 3, 4, 1, 0, 0, 0, 0, 22, 0, 25, 0, 0);
                    reply.xdrEncodeDynamicOpaque(bytes(50_001));
                    Words.ints(reply, 25, 0, 1);
                    reply.xdrEncodeByteBuffer(ByteBuffer.wrap(bytes(60_002)));
                    Words.ints(reply, 9, 0, 1, 1, 0);
                }));
            }
        }));
    }
}
