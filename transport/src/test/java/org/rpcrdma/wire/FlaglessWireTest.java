// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.testkit.FlaglessJvms;

/** Headers and messages in byte buffers, which need no JVM flag. */
class FlaglessWireTest {
    private static final int AT = 5;

    static Stream<Path> homes() throws IOException {
        return FlaglessJvms.homes();
    }

    @ParameterizedTest
    @MethodSource("homes")
    void shouldReadAndWriteMessagesInAJvmWithoutFlags(final Path home) throws Exception {
        assertEquals(
                List.of(
                        "valid xid=12345678 credits=32 length=96",
                        "read position=148 handle=1000 length=65536 offset=7f0000000000",
                        "write handle=2000 length=4096 offset=8000000000000000",
                        "reply handle=3000 length=-1 offset=1",
                        "valid program=100003 version=3 procedure=7 body=40",
                        "valid status=0 detail=0 body=24",
                        "truncated",
                        "error=1 lowest=1 highest=1",
                        "private data: true true 4096 8192"),
                FlaglessJvms.run(home, Program.class));
    }

    private static int header(final RpcRdmaHeaderWriter writer) {
        return writer.begin(0x12345678, 32, RpcRdmaHeader.RDMA_MSG)
                .readSegment(148, 0x1000, 65_536, 0x7f00_0000_0000L)
                .writeChunk()
                .segment(0x2000, 4096, Long.MIN_VALUE)
                .replyChunk()
                .segment(0x3000, -1, 1)
                .finish();
    }

    /** Writes and reads; prints what was read. */
    static final class Program {
        private Program() {}

        public static void main(final String[] arguments) {
            final ByteBuffer bytes = ByteBuffer.allocateDirect(512);
            final int length = header(new RpcRdmaHeaderWriter().wrap(bytes, AT, 200));
            final RpcRdmaHeader header = new RpcRdmaHeader();
            final String status = HeaderStatus.nameOf(header.wrap(bytes, AT, length));
            System.out.println(status + " xid=" + Integer.toHexString(header.xid()) + " credits=" + header.credits()
                    + " length=" + header.headerLength());
            System.out.println("read position=" + header.readPosition(0) + " handle="
                    + Integer.toHexString(header.readHandle(0)) + " length=" + header.readLength(0) + " offset="
                    + Long.toHexString(header.readOffset(0)));
            System.out.println("write handle=" + Integer.toHexString(header.writeHandle(0, 0)) + " length="
                    + header.writeLength(0, 0) + " offset=" + Long.toHexString(header.writeOffset(0, 0)));
            System.out.println("reply handle=" + Integer.toHexString(header.replyHandle(0)) + " length="
                    + (int) header.replyLength(0) + " offset=" + Long.toHexString(header.replyOffset(0)));
            final RpcMessage message = new RpcMessage();
            RpcHead.putCall(bytes, 1, 100_003, 3, 7);
            System.out.println(HeaderStatus.nameOf(message.wrap(bytes, 0, 60)) + " program=" + message.program()
                    + " version=" + message.programVersion() + " procedure=" + message.procedure() + " body="
                    + message.bodyOffset());
            RpcHead.putReply(bytes, 1);
            System.out.println(HeaderStatus.nameOf(message.wrap(bytes, 0, 24)) + " status=" + message.replyStatus()
                    + " detail=" + message.detailStatus() + " body=" + message.bodyOffset());
            System.out.println(HeaderStatus.nameOf(message.wrap(bytes, 0, 23)));
            final int error = new RpcRdmaHeaderWriter().wrap(bytes, 0, 64).versionError(1, 2, 32, 1, 1);
            header.wrap(bytes, 0, error);
            System.out.println("error=" + header.errorCode() + " lowest=" + header.lowestVersion() + " highest="
                    + header.highestVersion());
            CmPrivateData.write(bytes, 3, true, 4096, 8192);
            System.out.println("private data: " + CmPrivateData.isPresent(bytes, 3, 8) + " "
                    + CmPrivateData.remoteInvalidation(bytes, 3) + " " + CmPrivateData.sendSize(bytes, 3) + " "
                    + CmPrivateData.receiveSize(bytes, 3));
        }
    }
}
