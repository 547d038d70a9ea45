// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.OncRpcSvc;
import org.dcache.oncrpc4j.rpc.OncRpcSvcBuilder;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.net.IpProtocolType;
import org.dcache.oncrpc4j.xdr.XdrAble;
import org.dcache.oncrpc4j.xdr.XdrDecodingStream;
import org.dcache.oncrpc4j.xdr.XdrEncodingStream;
import org.dcache.oncrpc4j.xdr.XdrVoid;

/**
 * A file server over TCP. Like the servers of nfs4j's users, it keeps the OncRpcSvc and registers MOUNT, NFSv3 and
 * NFSv4.1. It serves one file. {@link MovedServerTest} and the interop job oncrpc4j replace one name in this source.
 */
public final class FileServer implements Closeable {
    private final OncRpcSvc svc;
    private final byte[] file = new byte[1 << 20];

    FileServer(final int port) throws IOException {
        svc = new OncRpcSvcBuilder()
                .withPort(port)
                .withTCP()
                .withoutAutoPublish()
                .withWorkerThreadIoStrategy()
                .withServiceName("files")
                .build();
        svc.register(new OncRpcProgram(100_005, 3), program(this::mount));
        svc.register(new OncRpcProgram(100_003, 3), program(this::nfs3));
        svc.register(new OncRpcProgram(100_003, 4), program(this::nfs4));
        svc.start();
    }

    int port() {
        return svc.getInetSocketAddress(IpProtocolType.TCP).getPort();
    }

    @Override
    public void close() throws IOException {
        svc.stop();
    }

    public static void main(final String[] arguments) throws Exception {
        final FileServer server = new FileServer(Integer.parseInt(arguments[0]));
        System.out.println("files: listening");
        System.in.read();
        server.close();
        System.out.println("files: done");
    }

    /** Decodes a procedure's arguments and returns its results. */
    private interface Procedure {
        XdrAble run(int procedure, XdrDecodingStream arguments) throws IOException;
    }

    /** Encodes results. */
    private interface Results extends XdrAble {
        @Override
        default void xdrDecode(final XdrDecodingStream xdr) {
            throw new UnsupportedOperationException();
        }
    }

    /** Creates a program whose procedure 0 does nothing. */
    private static RpcDispatchable program(final Procedure procedures) {
        return (final RpcCall call) -> {
            if (call.getProcedure() == 0) {
                call.reply(XdrVoid.XDR_VOID);
                return;
            }
            final XdrAble[] results = new XdrAble[1];
            call.retrieveCall(new XdrAble() {
                @Override
                public void xdrDecode(final XdrDecodingStream xdr) throws IOException {
                    results[0] = procedures.run(call.getProcedure(), xdr);
                }

                @Override
                public void xdrEncode(final XdrEncodingStream xdr) {
                    throw new UnsupportedOperationException();
                }
            });
            if (results[0] == null) {
                call.failProcedureUnavailable();
            } else {
                call.reply(results[0]);
            }
        };
    }

    private XdrAble mount(final int procedure, final XdrDecodingStream arguments) throws IOException {
        if (procedure != 1) {
            return null;
        }
        final int status = arguments.xdrDecodeString().equals("/files") ? 0 : 2;
        return (Results) reply -> {
            reply.xdrEncodeInt(status);
            if (status == 0) {
                reply.xdrEncodeDynamicOpaque(new byte[16]);
                reply.xdrEncodeIntVector(new int[] {1});
            }
        };
    }

    private XdrAble nfs3(final int procedure, final XdrDecodingStream arguments) throws IOException {
        if (procedure != 6 && procedure != 7) {
            return null;
        }
        arguments.xdrDecodeDynamicOpaque();
        final int offset = (int) arguments.xdrDecodeLong();
        final int count = arguments.xdrDecodeInt();
        if (procedure == 6) {
            final byte[] data = Arrays.copyOfRange(file, offset, offset + count);
            return (Results) reply -> {
                words(reply, 0, 0, count, 0);
                reply.xdrEncodeDynamicOpaque(data);
            };
        }
        arguments.xdrDecodeInt();
        store(offset, arguments.xdrDecodeDynamicOpaque());
        return (Results) reply -> words(reply, 0, 0, 0, count, 2, 0, 0);
    }

    /** Answers SEQUENCE and PUTFH, followed by READ or WRITE. */
    private XdrAble nfs4(final int procedure, final XdrDecodingStream arguments) throws IOException {
        if (procedure != 1) {
            return null;
        }
        final String tag = arguments.xdrDecodeString();
        final int[] head = arguments.xdrDecodeIntFixedVector(2 + 9 + 1);
        arguments.xdrDecodeDynamicOpaque();
        final int operation = arguments.xdrDecodeInt();
        arguments.xdrDecodeIntFixedVector(4);
        final int offset = (int) arguments.xdrDecodeLong();
        final int word = arguments.xdrDecodeInt();
        final byte[] data;
        if (operation == 25) {
            data = Arrays.copyOfRange(file, offset, offset + word);
        } else {
            data = arguments.xdrDecodeDynamicOpaque();
            store(offset, data);
        }
        return (Results) reply -> {
            reply.xdrEncodeInt(0);
            reply.xdrEncodeString(tag);
            words(reply, 3, 53, 0, head[3], head[4], head[5], head[6], head[7], 0, 0, 0, 0, 22, 0, operation, 0);
            if (operation == 25) {
                reply.xdrEncodeInt(0);
                reply.xdrEncodeDynamicOpaque(data);
            } else {
                words(reply, data.length, 2, 0, 0);
            }
        };
    }

    private void store(final int offset, final byte[] data) {
        System.arraycopy(data, 0, file, offset, data.length);
    }

    private static void words(final XdrEncodingStream xdr, final int... words) {
        for (final int word : words) {
            xdr.xdrEncodeInt(word);
        }
    }
}
