// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XdrTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
    private final XdrWriter out = new XdrWriter().wrap(buffer, 4);
    private final XdrReader in = new XdrReader();

    @Test
    void shouldReadEachItemAsItWasWrittenWithZerosAsPadding() {
        buffer.setMemory(0, 64, (byte) 0x55);
        out.putInt(-2).putLong(Long.MIN_VALUE + 1).putBool(true).putOpaque(new byte[] {1, 2, 3, 4, 5});
        out.putString("h\u00e9").putOpaque(buffer, 4, 3);

        in.wrap(buffer, 4, out.position());
        assertEquals(4_294_967_294L, in.getUnsignedInt());
        assertEquals(Long.MIN_VALUE + 1, in.getLong());
        assertTrue(in.getBool());
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, in.getOpaque(5));
        assertEquals(0, buffer.getShort(in.position() - 3) | buffer.getByte(in.position() - 1), "padding");
        assertEquals("h\u00e9", in.getString(3));
        final int at = in.skipOpaque(3);
        assertEquals(3, in.opaqueLength());
        assertEquals((byte) 0xff, buffer.getByte(at));
        assertEquals(0, in.remaining());
        assertEquals(0x55, buffer.getByte(out.position()), "nothing behind the last item");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 6, 5, Integer.MAX_VALUE})
    void shouldReadNothingOutsideTheRangeWhateverLengthIsClaimed(final int claimed) {
        buffer.putInt(0, claimed, java.nio.ByteOrder.BIG_ENDIAN);
        in.wrap(buffer, 0, 8);

        final String told =
                assertThrows(XdrReader.Malformed.class, () -> in.skipOpaque(5)).getMessage();

        assertTrue(told.matches(".*\\d+.*(longest=5|left=4)"), told);
    }

    @Test
    void shouldRefuseValuesThatAnEnumerationOrBoolDoesNotHave() {
        out.putInt(2).putInt(-1);
        in.wrap(buffer, 4, 12);

        assertThrows(XdrReader.Malformed.class, in::getBool);
        assertThrows(XdrReader.Malformed.class, () -> in.getEnum(7));
        assertThrows(XdrReader.Malformed.class, in::getInt);
        assertThrows(XdrReader.Malformed.class, () -> in.skip(-1));
    }

    @Test
    void shouldWriteNothingBehindTheBufferUnlessItGrows() {
        out.position(60);
        assertEquals(
                "no room: needed=8 left=4",
                assertThrows(XdrWriter.NoRoom.class, () -> out.putLong(1)).getMessage());
        assertEquals(60, out.position());

        final ExpandableArrayBuffer more = new ExpandableArrayBuffer();
        out.wrap(buffer, 60, needed -> {
            more.putBytes(0, buffer, 0, 64);
            more.checkLimit(needed);
            return more;
        });
        out.putLong(7).putInt(8);
        assertEquals(72, out.position());
        assertEquals(7, new XdrReader().wrap(more, 60, 72).getLong());
    }

    @Test
    void shouldReadAuthSysAsRpcCredentialWritesIt() {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[512]);
        final RpcCredential credential = RpcCredential.sys("host7", 1000, -1, 4, 24, 27);
        final int arguments = RpcHead.putCall(new XdrWriter().wrap(message, 0), 1, 2, 3, 4, credential)
                .position();
        final RpcMessage head = new RpcMessage();

        assertEquals(HeaderStatus.VALID, head.wrap(message, 0, arguments));
        assertEquals(arguments, head.bodyOffset());
        assertEquals(RpcCredential.AUTH_SYS, head.credentialFlavor());
        final AuthSys sys = new AuthSys();
        assertTrue(sys.wrap(message, head.credentialOffset(), head.credentialLength()));
        assertEquals(
                "1000 -1 3 4 27 host7",
                String.join(
                        " ",
                        Integer.toString(sys.uid()),
                        Integer.toString(sys.gid()),
                        Integer.toString(sys.groupCount()),
                        Integer.toString(sys.group(0)),
                        Integer.toString(sys.group(2)),
                        sys.machine()));
        assertThrows(IndexOutOfBoundsException.class, () -> sys.group(3));
        assertThrows(IndexOutOfBoundsException.class, () -> sys.group(-1));
        assertEquals("AUTH_SYS uid=1000 gid=4294967295 groups=3 machine=host7", credential.toString());
        assertEquals("AUTH_NONE", RpcCredential.NONE.toString());
    }

    @Test
    void shouldRefuseAnAuthSysThatIsCutOrHasBytesLeftOver() {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[512]);
        final int end = RpcHead.putCall(out.wrap(message, 0), 1, 2, 3, 4, RpcCredential.sys("abc", 1, 2, new int[16]))
                .position();
        final int length = end - 8 - 32;
        final AuthSys sys = new AuthSys();

        assertTrue(sys.wrap(message, 32, length));
        for (int i = 0; i < length; i++) {
            assertFalse(sys.wrap(message, 32, i), "cut to " + i);
        }
        assertFalse(sys.wrap(message, 32, length + 4));
        message.putInt(32 + 4, 256, java.nio.ByteOrder.BIG_ENDIAN);
        assertFalse(sys.wrap(message, 32, length), "a machine's name of 256 bytes");
        assertThrows(IllegalArgumentException.class, () -> RpcCredential.sys("a", 1, 1, new int[17]));
        assertThrows(IllegalArgumentException.class, () -> RpcCredential.sys("a".repeat(256), 1, 1));
    }

    @Test
    void shouldThrowNothingElseForRandomBytes() {
        final Random random = new Random(7);
        final byte[] bytes = new byte[64];
        final AuthSys sys = new AuthSys();
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(bytes);
            Arrays.fill(bytes, 0, 3, (byte) 0);
            bytes[random.nextInt(16) * 4] = 0;
            final UnsafeBuffer hostile = new UnsafeBuffer(bytes);
            sys.wrap(hostile, 0, random.nextInt(65));
            in.wrap(hostile, 0, random.nextInt(65));
            try {
                while (in.remaining() > 0) {
                    in.skipOpaque(random.nextInt(64));
                }
            } catch (final XdrReader.Malformed e) {
                assertTrue(in.remaining() >= 0);
            }
        }
    }
}
