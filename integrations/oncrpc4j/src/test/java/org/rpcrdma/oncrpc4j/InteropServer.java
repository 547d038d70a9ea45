// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.xdr.XdrAble;
import org.dcache.oncrpc4j.xdr.XdrInt;
import org.dcache.oncrpc4j.xdr.XdrOpaque;
import org.dcache.oncrpc4j.xdr.XdrVoid;

/** The server of the interop job oncrpc4j, started as {@code InteropServer DEVICE}. It runs until SIGTERM. */
final class InteropServer {
    static final int PROGRAM = 0x2000_1010;
    static final int CALL_BACK = 0x4000_0001;
    static final int VOID = 0;
    static final int ECHO = 1;
    static final int CHUNKS = 2;
    static final int FAIL = 3;
    static final int USER = 4;
    static final int BACK = 5;

    private InteropServer() {}

    /** Returns rules for one opaque in each direction. Each opaque travels in its own chunk. */
    static DdpRules rules() {
        return new DdpRules()
                .add(
                        PROGRAM,
                        1,
                        CHUNKS,
                        new DdpRule(
                                arguments -> {
                                    arguments.longestReply(64);
                                    arguments.result(1 << 20);
                                    arguments.item();
                                },
                                MessageWalk::item));
    }

    private static void serve(final RpcCall call) throws IOException {
        switch (call.getProcedure()) {
            case VOID -> call.reply(XdrVoid.XDR_VOID);
            case ECHO -> echo(call, new XdrOpaque());
            case CHUNKS ->
                call.retrieveCall(new Words(xdr -> {
                    final ByteBuffer data = xdr.xdrDecodeByteBuffer();
                    call.reply(new Words(reply -> reply.xdrEncodeShallowByteBuffer(data)));
                }));
            case FAIL -> throw new IllegalStateException("as the client asks");
            case USER ->
                call.reply(new XdrInt((int) call.getCredential().getSubject().getPrincipals().stream()
                        .filter(principal -> principal.getName().equals("1001"))
                        .count()));
            case BACK -> callBack(call);
            default -> call.failProcedureUnavailable();
        }
    }

    private static void echo(final RpcCall call, final XdrAble value) throws IOException {
        call.retrieveCall(value);
        call.reply(value);
    }

    private static void callBack(final RpcCall call) throws IOException {
        final XdrInt number = new XdrInt();
        call.retrieveCall(number);
        new RpcCall(CALL_BACK, 1, new RpcAuthTypeNone(), call.getTransport().getPeerTransport())
                .call(1, number, number);
        call.reply(number);
    }

    public static void main(final String[] arguments) throws Exception {
        final RdmaRpcSvc server = new RdmaRpcSvcBuilder(arguments[0])
                .withRpcService(new OncRpcProgram(PROGRAM, 1), InteropServer::serve)
                .withDdpRules(rules())
                .withWorkerThreadIoStrategy()
                .build();
        server.start();
        final CountDownLatch done = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                server.stop();
                System.out.println("server: done");
            } catch (final IOException e) {
                System.out.println("server: " + e);
            }
            done.countDown();
        }));
        System.out.println("listening");
        done.await();
    }
}
