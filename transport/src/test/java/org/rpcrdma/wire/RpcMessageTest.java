// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests calls and replies word by word (RFC 5531, section 9), in both kinds of buffers. */
class RpcMessageTest {
    private static final int AT = 5;

    private final byte[] bytes = new byte[1024];
    private final UnsafeBuffer agrona = new UnsafeBuffer(bytes);
    private final RpcMessage message = new RpcMessage();

    private int put(final String words) {
        final String[] each = words.split(" +");
        for (int i = 0; i < each.length; i++) {
            agrona.putInt(AT + i * 4, Integer.parseInt(each[i]), BIG_ENDIAN);
        }
        return each.length * 4;
    }

    private int wrap(final int length) {
        return message.wrap(agrona, AT, length);
    }

    @Test
    void shouldReadACallUpToItsArguments() {
        final int length = put("7 0 2 100003 3 6  1 5 64 65  0 0  99");
        assertEquals(HeaderStatus.VALID, wrap(length));
        assertEquals(7, message.xid());
        assertEquals(RpcMessage.CALL, message.messageType());
        assertEquals(100003, message.program());
        assertEquals(3, message.programVersion());
        assertEquals(6, message.procedure());
        assertEquals(1, message.credentialFlavor());
        assertEquals(32, message.credentialOffset());
        assertEquals(5, message.credentialLength());
        assertEquals(length - 4, message.bodyOffset(), "the credential is padded to a multiple of 4");
    }

    @ParameterizedTest
    @CsvSource({"7 1 0  0 0  3  42, 0, 3, 24", "7 1 0  6 3 9  0  42, 0, 0, 28", "7 1 1  1  5, 1, 1, 16"})
    void shouldReadAcceptedAndDeniedReplies(
            final String words, final int replyStatus, final int detail, final int body) {
        assertEquals(HeaderStatus.VALID, wrap(put(words)));
        assertEquals(7, message.xid());
        assertEquals(RpcMessage.REPLY, message.messageType());
        assertEquals(replyStatus, message.replyStatus());
        assertEquals(detail, message.detailStatus());
        assertEquals(body, message.bodyOffset());
    }

    @ParameterizedTest
    @CsvSource({
        "7 0 2 100003 3 6  1 5 64 65  0 5 0 0, 24",
        "7 0 2 100003 3 6  0 0  0 0, 24",
        "7 1 0  0 5 0 0  0, 12",
        "7 1 1  1, 12",
    })
    void shouldRefuseEveryTruncation(final String words, final int fixed) {
        final int whole = put(words);
        for (int length = 0; length < whole; length++) {
            final int expected = length < fixed ? HeaderStatus.TOO_SHORT : HeaderStatus.TRUNCATED;
            assertEquals(expected, wrap(length), "length=" + length);
        }
        assertEquals(HeaderStatus.VALID, wrap(whole));
        assertEquals(whole, message.bodyOffset());
    }

    @ParameterizedTest
    @CsvSource({
        "7 2 2 100003 3 6 0 0 0 0, bad procedure, false",
        "7 0 3 100003 3 6 0 0 0 0, bad version, false",
        "7 1 2 0 0 0, bad code, false",
        "7 0 2 100003 3 6 0 400 0 0, truncated, false",
        "7 0 2 100003 3 6 0 401 0 0, invalid authentication field, false",
        "7 0 2 100003 3 6 0 0 0 401, invalid authentication field, true",
        "7 1 0 0 -1 0, invalid authentication field, false",
    })
    void shouldRefuseWhatIsNotOfTheProtocol(final String words, final String status, final boolean verifierBad) {
        assertEquals(status, HeaderStatus.nameOf(wrap(put(words))));
        if (words.startsWith("7 0") && status.startsWith("bad auth")) {
            assertEquals(verifierBad, message.isVerifierBad());
        }
    }

    @Test
    void shouldWriteTheHeadsOfCallsAndReplies() {
        final String call = "11223344 00000000 00000002 000186a3 00000003 00000007" + " 00000000".repeat(4);
        Arrays.fill(bytes, (byte) 0x55);
        assertHead(call, RpcHead.putCall(agrona, 0x11223344, 100_003, 3, 7));
        assertHead(
                call,
                RpcHead.putCall(new XdrWriter().wrap(agrona, 0), 0x11223344, 100_003, 3, 7, RpcCredential.NONE)
                        .position());
        final String reply = "00000009 00000001" + " 00000000".repeat(4);
        assertHead(reply, RpcHead.putReply(agrona, 9));
    }

    private void assertHead(final String words, final int length) {
        assertEquals(words.replace(" ", "") + "55", HexFormat.of().formatHex(bytes, 0, length + 1));
        Arrays.fill(bytes, (byte) 0x55);
    }
}
