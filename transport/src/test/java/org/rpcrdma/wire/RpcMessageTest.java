// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RpcMessageTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
    private final RpcMessage message = new RpcMessage();

    private int words(final int... words) {
        for (int i = 0; i < words.length; i++) {
            buffer.putInt(i * 4, words[i], BIG_ENDIAN);
        }
        return words.length * 4;
    }

    @Test
    void shouldReadACallUpToItsArguments() {
        final int length = words(7, 0, 2, 100003, 3, 6, 1, 5, 0x61626364, 0x65000000, 0, 0, 99);
        assertEquals(HeaderStatus.VALID, message.wrap(buffer, 0, length));
        assertEquals(7, message.xid());
        assertEquals(RpcMessage.CALL, message.messageType());
        assertEquals(100003, message.program());
        assertEquals(3, message.programVersion());
        assertEquals(6, message.procedure());
        assertEquals(length - 4, message.bodyOffset(), "the credential is padded to a multiple of 4");
    }

    @Test
    void shouldReadAcceptedAndDeniedReplies() {
        assertEquals(HeaderStatus.VALID, message.wrap(buffer, 0, words(7, 1, 0, 0, 0, 3, 42)));
        assertEquals(RpcMessage.ACCEPTED, message.replyStatus());
        assertEquals(3, message.detailStatus());
        assertEquals(24, message.bodyOffset());

        assertEquals(HeaderStatus.VALID, message.wrap(buffer, 0, words(7, 1, 1, 1, 5)));
        assertEquals(RpcMessage.DENIED, message.replyStatus());
        assertEquals(1, message.detailStatus());
        assertEquals(16, message.bodyOffset());
    }

    @Test
    void shouldRefuseEveryTruncation() {
        final int call = words(7, 0, 2, 100003, 3, 6, 1, 5, 0x61626364, 0x65000000, 0, 0);
        for (int length = 0; length < call; length++) {
            final int expected = length < 24 ? HeaderStatus.TOO_SHORT : HeaderStatus.TRUNCATED;
            assertEquals(expected, message.wrap(buffer, 0, length), "length=" + length);
        }
        assertEquals(HeaderStatus.VALID, message.wrap(buffer, 0, call));
    }

    @Test
    void shouldRefuseWhatIsNotOfTheProtocol() {
        assertEquals(HeaderStatus.BAD_PROCEDURE, message.wrap(buffer, 0, words(7, 2, 2, 100003, 3, 6, 0, 0, 0, 0)));
        assertEquals(HeaderStatus.BAD_VERSION, message.wrap(buffer, 0, words(7, 0, 3, 100003, 3, 6, 0, 0, 0, 0)));
        assertEquals(HeaderStatus.BAD_CODE, message.wrap(buffer, 0, words(7, 1, 2, 0, 0, 0)));
        assertEquals(HeaderStatus.BAD_AUTH, message.wrap(buffer, 0, words(7, 0, 2, 100003, 3, 6, 0, 401, 0, 0)));
        assertEquals(HeaderStatus.BAD_AUTH, message.wrap(buffer, 0, words(7, 1, 0, 0, -1, 0)));
    }
}
