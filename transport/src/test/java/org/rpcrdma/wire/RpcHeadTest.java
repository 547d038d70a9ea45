// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RpcHeadTest {
    private final byte[] bytes = new byte[64];
    private final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(64));
    private final RpcMessage message = new RpcMessage();

    @Test
    void shouldWriteACallThatIsReadAsItWasWritten() {
        buffer.setMemory(0, 64, (byte) 0x55);

        final int arguments = RpcHead.putCall(buffer, 0x11223344, 100_003, 3, 7);

        assertEquals(HeaderStatus.VALID, message.wrap(buffer, 0, arguments));
        assertEquals(RpcMessage.CALL, message.messageType());
        assertEquals(
                "0x11223344 100003 3 7 40",
                String.format(
                        "0x%x %d %d %d %d",
                        message.xid(),
                        message.program(),
                        message.programVersion(),
                        message.procedure(),
                        message.bodyOffset()));
        buffer.getBytes(0, bytes);
        assertEquals(0x55, bytes[RpcHead.CALL_LENGTH], "nothing behind the head");
    }

    @Test
    void shouldWriteAReplyThatIsReadAsAcceptedWithSuccess() {
        buffer.setMemory(0, 64, (byte) 0x55);

        final int results = RpcHead.putReply(buffer, 9);

        assertEquals(HeaderStatus.VALID, message.wrap(buffer, 0, results));
        assertEquals("[9, 1, 0, 0, 24]", Arrays.toString(new int[] {
            message.xid(), message.messageType(), message.replyStatus(), message.detailStatus(), message.bodyOffset()
        }));
        buffer.getBytes(0, bytes);
        assertEquals(0x55, bytes[RpcHead.REPLY_LENGTH], "nothing behind the head");
    }
}
