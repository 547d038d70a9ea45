// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.SplittableRandom;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeUnix;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.dcache.oncrpc4j.xdr.Xdr;
import org.dcache.oncrpc4j.xdr.XdrVoid;

/**
 * Calls every procedure of {@link FileServer} over any transport. The interop job runs it as
 * {@code FileClient DEVICE HOST PORT}.
 */
record FileClient(RpcTransport transport) {
    private static final int MOUNT = 100_005;
    private static final int NFS = 100_003;
    private static final int[] LENGTHS = {1, 4096, 70_001, 1 << 20};

    private RpcCall call(final int program, final int version) {
        return new RpcCall(program, version, new RpcAuthTypeUnix(1000, 100, new int[] {100}, 1, "a client"), transport);
    }

    /** Replaces assertEquals, because the job's machine has no JUnit. */
    private static void same(final Object expected, final Object actual) {
        if (!Objects.deepEquals(expected, actual)) {
            throw new IllegalStateException("expected=" + expected + " actual=" + actual);
        }
    }

    void check() throws IOException {
        for (final int version : new int[] {3, 4}) {
            call(NFS, version).call(0, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID);
        }
        call(MOUNT, 3).call(1, new Words(xdr -> xdr.xdrEncodeString("/files")), new Words(xdr -> {
            same(0, xdr.xdrDecodeInt());
            same(16, xdr.xdrDecodeDynamicOpaque().length);
            same(new int[] {1}, xdr.xdrDecodeIntVector());
        }));
        for (final int length : LENGTHS) {
            final byte[] data = new byte[length];
            new SplittableRandom(length).nextBytes(data);
            write3(data);
            same(data, read4(length));
            new SplittableRandom(-length).nextBytes(data);
            write4(data);
            same(data, read3(length));
        }
    }

    private void write3(final byte[] data) throws IOException {
        call(NFS, 3)
                .call(
                        7,
                        new Words(xdr -> {
                            xdr.xdrEncodeDynamicOpaque(new byte[16]);
                            Words.ints(xdr, 0, 0, data.length, 2);
                            xdr.xdrEncodeDynamicOpaque(data);
                        }),
                        new Words(xdr -> same(new int[] {0, 0, 0, data.length}, xdr.xdrDecodeIntFixedVector(4))));
    }

    private byte[] read3(final int count) throws IOException {
        final byte[][] data = new byte[1][];
        call(NFS, 3)
                .call(
                        6,
                        new Words(xdr -> {
                            xdr.xdrEncodeDynamicOpaque(new byte[16]);
                            Words.ints(xdr, 0, 0, count);
                        }),
                        new Words(xdr -> {
                            same(new int[] {0, 0, count, 0}, xdr.xdrDecodeIntFixedVector(4));
                            data[0] = xdr.xdrDecodeDynamicOpaque();
                        }));
        return data[0];
    }

    private static void head(final Xdr xdr, final int operation) {
        xdr.xdrEncodeString("a tag");
        Words.ints(xdr, 1, 3, 53, 1, 2, 3, 4, 1, 0, 0, 0, 22);
        xdr.xdrEncodeDynamicOpaque(new byte[28]);
        Words.ints(xdr, operation, 0, 0, 0, 0, 0, 0);
    }

    private static void resultHead(final Xdr xdr, final int operation) throws IOException {
        same(0, xdr.xdrDecodeInt());
        same("a tag", xdr.xdrDecodeString());
        same(new int[] {3, 53, 0, 1, 2, 3, 4, 1, 0, 0, 0, 0, 22, 0, operation, 0}, xdr.xdrDecodeIntFixedVector(16));
    }

    private void write4(final byte[] data) throws IOException {
        call(NFS, 4)
                .call(
                        1,
                        new Words(xdr -> {
                            head(xdr, 38);
                            xdr.xdrEncodeInt(2);
                            xdr.xdrEncodeDynamicOpaque(data);
                        }),
                        new Words(xdr -> {
                            resultHead(xdr, 38);
                            same(data.length, xdr.xdrDecodeInt());
                        }));
    }

    private byte[] read4(final int count) throws IOException {
        final byte[][] data = new byte[1][];
        call(NFS, 4)
                .call(
                        1,
                        new Words(xdr -> {
                            head(xdr, 25);
                            xdr.xdrEncodeInt(count);
                        }),
                        new Words(xdr -> {
                            resultHead(xdr, 25);
                            xdr.xdrDecodeInt();
                            data[0] = xdr.xdrDecodeDynamicOpaque();
                        }));
        return data[0];
    }

    public static void main(final String[] arguments) throws IOException {
        final InetSocketAddress server = new InetSocketAddress(arguments[1], Integer.parseInt(arguments[2]));
        try (RdmaRpcClient client = RdmaRpcClient.newBuilder(arguments[0]).build(server)) {
            new FileClient(client.connect()).check();
        }
        System.out.println("files: right");
    }
}
