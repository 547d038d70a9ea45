// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XdrTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
    private final XdrWriter out = new XdrWriter().wrap(buffer, 4);
    private final XdrReader in = new XdrReader();

    @Test
    void shouldReadTheWrittenItemsWithZerosAsPadding() {
        buffer.setMemory(0, 64, (byte) 0x55);
        out.putInt(-2).putLong(Long.MIN_VALUE + 1).putBool(true).putBool(false).putOpaque(new byte[] {1, 2, 3, 4, 5});
        out.putString("h\u00e9").putOpaque(buffer, 4, 0).putBytes(buffer, 4, 1).putOpaque(buffer, 4, 3);
        assertEquals(60, out.position());
        assertEquals(
                "fffffffe 80000000 00000001 00000001 00000000 00000005 01020304 05000000"
                        + " 00000003 68c3a900 00000000 ff000000 00000003 ffffff00 55555555",
                words(4, 64));

        in.wrap(buffer, 4, out.position());
        assertEquals(4_294_967_294L, in.getUnsignedInt());
        assertEquals(Long.MIN_VALUE + 1, in.getLong());
        assertTrue(in.getBool());
        assertFalse(in.getBool());
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, in.getOpaque(5));
        assertEquals("h\u00e9", in.getString(3));
        assertEquals("", in.getString(0));
        assertEquals(48, in.skip(4));
        assertEquals(56, in.skipOpaque(3));
        assertEquals(3, in.opaqueLength());
        assertEquals(60, in.skip(0));
        assertEquals(60, in.position());
        in.position(4);
        assertEquals(-2, in.getInt());
        in.position(60);
        assertEquals(0, in.remaining());
        for (final int outside : new int[] {3, 61}) {
            assertMalformed("position is out of range: position=" + outside + " end=60", () -> in.position(outside));
        }
    }

    private String words(final int from, final int to) {
        return IntStream.iterate(from, at -> at < to, at -> at + 4)
                .mapToObj(at -> String.format("%08x", buffer.getInt(at, BIG_ENDIAN)))
                .collect(Collectors.joining(" "));
    }

    private static void assertMalformed(final String reason, final Executable reading) {
        assertEquals(reason, assertThrows(XdrReader.Malformed.class, reading).getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "-1, opaque is too long: length=4294967295 longest=5",
        "-2147483648, opaque is too long: length=2147483648 longest=5",
        "6, opaque is too long: length=6 longest=5",
        "5, the message ends too early: needed=5 left=4",
    })
    void shouldReadNothingOutsideTheRangeForAnyClaimedLength(final int claimed, final String reason) {
        buffer.putInt(0, claimed, BIG_ENDIAN);
        in.wrap(buffer, 0, 8);
        assertMalformed(reason, () -> in.skipOpaque(5));
    }

    @Test
    void shouldRefuseValuesThatAnEnumerationOrBoolDoesNotHave() {
        out.putInt(2).putInt(-1).putInt(7);
        in.wrap(buffer, 4, 16);

        assertMalformed("enum is out of range: value=2 largest=1", in::getBool);
        assertMalformed("enum is out of range: value=-1 largest=7", () -> in.getEnum(7));
        assertEquals(7, in.getEnum(7));
        assertMalformed("the message ends too early: needed=4 left=0", in::getInt);
        assertMalformed("the message ends too early: needed=-1 left=0", () -> in.skip(-1));
    }

    @Test
    void shouldWriteNothingBeyondTheBufferUnlessItGrows() {
        out.position(60);
        assertNoRoom("needed=8 left=4", () -> out.putLong(1));
        assertEquals(60, out.position());
        out.putInt(1);
        assertEquals(64, out.claimPadded(0));
        assertNoRoom("needed=4 left=0", () -> out.putInt(1));

        final ExpandableArrayBuffer more = new ExpandableArrayBuffer();
        final List<Integer> asked = new ArrayList<>();
        out.wrap(buffer, 63, needed -> {
            asked.add(needed);
            more.checkLimit(needed);
            return more;
        });
        assertThrows(IndexOutOfBoundsException.class, () -> out.claimPadded(Integer.MAX_VALUE - 63));
        out.position(64);
        assertNoRoom("needed=2147483584 left=0", () -> out.claimPadded(Integer.MAX_VALUE - 63));
        out.position(60);
        out.putLong(7).putInt(8);
        assertEquals(72, out.position());
        assertEquals(7, new XdrReader().wrap(more, 60, 72).getLong());
        assertEquals(List.of(Integer.MAX_VALUE, 68), asked);
    }

    private static void assertNoRoom(final String bytes, final Executable writing) {
        assertEquals(
                "not enough room: " + bytes,
                assertThrows(XdrWriter.NoRoom.class, writing).getMessage());
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
        for (final int missing : new int[] {-1, 3}) {
            assertMessage(
                    IndexOutOfBoundsException.class,
                    "no such group: index=" + missing + " count=3",
                    () -> sys.group(missing));
        }
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
        message.putInt(32 + 4, 256, BIG_ENDIAN);
        assertFalse(sys.wrap(message, 32, length), "a machine's name of 256 bytes");
        assertMessage(
                IllegalArgumentException.class,
                "too many groups: count=17 most=16",
                () -> RpcCredential.sys("a", 1, 1, new int[17]));
        final String longest = "a".repeat(AuthSys.MAX_MACHINE);
        assertTrue(RpcCredential.sys(longest, 1, 1).toString().endsWith(" machine=" + longest));
        assertMessage(
                IllegalArgumentException.class,
                "machine name is too long: bytes=256 most=255",
                () -> RpcCredential.sys(longest + "a", 1, 1));
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
