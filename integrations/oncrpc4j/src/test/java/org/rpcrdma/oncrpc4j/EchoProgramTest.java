// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.xdr.XdrInt;
import org.dcache.oncrpc4j.xdr.XdrOpaque;
import org.dcache.oncrpc4j.xdr.XdrString;
import org.dcache.oncrpc4j.xdr.XdrVoid;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests every kind of call that oncrpc4j's RpcCall offers. */
@Timeout(60)
class EchoProgramTest {
    @AutoClose
    private final SimulatedHosts hosts = new SimulatedHosts();

    private static final int PROGRAM = 0x2000_1001;
    private static final int VERSION = 1;
    private static final int NOTHING = 0;
    private static final int NUMBER = 1;
    private static final int TEXT = 2;
    private static final int OPAQUE = 3;

    private static void serve(final RpcCall call) throws java.io.IOException {
        switch (call.getProcedure()) {
            case NOTHING -> call.reply(XdrVoid.XDR_VOID);
            case NUMBER -> echo(call, new XdrInt());
            case TEXT -> echo(call, new XdrString());
            case OPAQUE -> echo(call, new XdrOpaque());
            default -> call.failProcedureUnavailable();
        }
    }

    private static void echo(final RpcCall call, final org.dcache.oncrpc4j.xdr.XdrAble value)
            throws java.io.IOException {
        call.retrieveCall(value);
        call.reply(value);
    }

    private void start() throws Exception {
        hosts.start(
                svc -> svc.withRpcService(new OncRpcProgram(PROGRAM, VERSION), EchoProgramTest::serve), client -> {});
    }

    @Test
    void shouldAnswerVoidNumbersAndText() throws Exception {
        start();
        final RpcCall call = hosts.call(PROGRAM, VERSION);
        call.call(NOTHING, XdrVoid.XDR_VOID, XdrVoid.XDR_VOID);
        final XdrInt number = new XdrInt();
        call.call(NUMBER, new XdrInt(42), number);
        assertEquals(42, number.intValue());
        final XdrString text = new XdrString();
        call.call(TEXT, new XdrString("over RDMA"), text);
        assertEquals("over RDMA", text.stringValue());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 3900, 4096, 4097, 65_535, 1 << 20})
    void shouldEchoOpaquesUpToOneMegabyte(final int length) throws Exception {
        final byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        start();
        final XdrOpaque echoed = new XdrOpaque();
        hosts.call(PROGRAM, VERSION).call(OPAQUE, new XdrOpaque(bytes), echoed);
        assertArrayEquals(bytes, echoed.getOpaque());
    }
}
