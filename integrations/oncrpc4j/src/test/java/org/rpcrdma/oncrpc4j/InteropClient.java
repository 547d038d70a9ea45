// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.rpcrdma.oncrpc4j.InteropServer.BACK;
import static org.rpcrdma.oncrpc4j.InteropServer.CALL_BACK;
import static org.rpcrdma.oncrpc4j.InteropServer.CHUNKS;
import static org.rpcrdma.oncrpc4j.InteropServer.ECHO;
import static org.rpcrdma.oncrpc4j.InteropServer.FAIL;
import static org.rpcrdma.oncrpc4j.InteropServer.PROGRAM;
import static org.rpcrdma.oncrpc4j.InteropServer.USER;
import static org.rpcrdma.oncrpc4j.InteropServer.VOID;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dcache.oncrpc4j.rpc.OncRpcAcceptedException;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeUnix;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.dcache.oncrpc4j.xdr.XdrInt;
import org.dcache.oncrpc4j.xdr.XdrOpaque;
import org.dcache.oncrpc4j.xdr.XdrVoid;

/**
 * The client of the interop job oncrpc4j, started as {@code InteropClient DEVICE HOST CALLS}. It prints one line per
 * check.
 */
final class InteropClient {
    private static final int[] LENGTHS = {0, 1, 4096, 65_535, 1 << 20};

    private final RpcTransport transport;
    private final RdmaRpcClient client;

    private InteropClient(final RdmaRpcClient client) throws IOException {
        this.client = client;
        transport = client.connect();
    }

    private RpcCall call() {
        return new RpcCall(PROGRAM, 1, new RpcAuthTypeNone(), transport);
    }

    private static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    private static void check(final String name, final boolean isRight) {
        System.out.println((isRight ? "right: " : "WRONG: ") + name);
        if (!isRight) {
            System.exit(1);
        }
    }

    private void simple() throws IOException {
        call().call(VOID, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID);
        final XdrInt users = new XdrInt();
        new RpcCall(PROGRAM, 1, new RpcAuthTypeUnix(1001, 100, new int[] {100}, 1, "client"), transport)
                .call(USER, XdrVoid.XDR_VOID, users);
        check("void, AUTH_SYS", users.intValue() > 0);
        final XdrInt back = new XdrInt();
        call().call(BACK, new XdrInt(21), back);
        check("call-back over the same connection", back.intValue() == 42);
        check("a failing service: SYSTEM_ERR", fails(FAIL));
        check("a procedure that is not there", fails(99));
    }

    private boolean fails(final int procedure) throws IOException {
        try {
            call().call(procedure, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID);
            return false;
        } catch (final OncRpcAcceptedException e) {
            return true;
        }
    }

    private void echo(final int procedure, final String name) throws IOException {
        for (final int length : LENGTHS) {
            final XdrOpaque echoed = new XdrOpaque();
            call().call(procedure, new XdrOpaque(bytes(length)), echoed);
            check(name + " bytes=" + length, Arrays.equals(bytes(length), echoed.getOpaque()));
        }
    }

    private void inPlace() throws IOException {
        try (RegisteredBuffer data = client.allocate(1 << 20)) {
            data.buffer().put(bytes(1 << 20));
            final XdrOpaque echoed = new XdrOpaque();
            call().call(CHUNKS, new Words(xdr -> xdr.xdrEncodeShallowByteBuffer(data.buffer())), echoed);
            check("from registered memory bytes=" + (1 << 20), Arrays.equals(bytes(1 << 20), echoed.getOpaque()));
        }
    }

    private void many(final int calls) throws Exception {
        final List<CompletableFuture<XdrOpaque>> replies = new ArrayList<>();
        final RpcCall caller = call();
        for (int i = 0; i < calls; i++) {
            replies.add(caller.call(1 + i % 2, new XdrOpaque(bytes(i * 37 % 9000)), XdrOpaque.class));
        }
        for (int i = 0; i < calls; i++) {
            final byte[] reply = replies.get(i).get(5, TimeUnit.MINUTES).getOpaque();
            if (!Arrays.equals(bytes(i * 37 % 9000), reply)) {
                check("reply " + i, false);
            }
            if (i == calls / 10) {
                System.out.println("at work");
            }
        }
        check("in flight calls=" + calls, true);
    }

    public static void main(final String[] arguments) throws Exception {
        final RdmaRpcClient.Builder builder = RdmaRpcClient.newBuilder(arguments[0])
                .withDdpRules(InteropServer.rules())
                .withTransport(context -> context.tries(20).credits(32))
                .withRpcService(new OncRpcProgram(CALL_BACK, 1), call -> {
                    final XdrInt number = new XdrInt();
                    call.retrieveCall(number);
                    call.reply(new XdrInt(2 * number.intValue()));
                });
        try (RdmaRpcClient client = builder.build(InetAddress.getByName(arguments[1]), new OncRpcProgram(PROGRAM, 1))) {
            System.out.println("right: rpcbind knows the port");
            final InteropClient checks = new InteropClient(client);
            checks.simple();
            checks.echo(ECHO, "whole messages by chunks");
            checks.echo(CHUNKS, "data by chunks of its own");
            checks.inPlace();
            checks.many(Integer.parseInt(arguments[2]));
        }
        System.out.println("client: done");
    }
}
