// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.SignatureDomain;
import org.rpcrdma.verbs.extended.SignatureType;

/** Random signatures on both sides of a key, against the {@link SignatureModel}. */
class SignedKeyModelTest {
    private static final int ROUNDS = 200;
    private static final int ALL = 0xff;

    private final SignedKeyFixture fixture = new SignedKeyFixture();
    private final Random random = new Random(Seed.get());

    @Test
    void shouldConvertInBothDirectionsAsTheModelDoes() {
        for (int round = 0; round < ROUNDS; round++) {
            final String where = "seed=" + Seed.get() + " round=" + round;
            final SignatureDomain memory = randomDomain(null);
            final SignatureDomain wire = randomDomain(memory);
            final int length = 8 * (1 + random.nextInt(2500));
            final int copied = SignatureModel.equalParts(memory, wire);
            fixture.configure(new BlockSignature(memory, wire, ALL), pieces(length));

            final byte[] inMemory = randomMemory(memory, length);
            SignedKeyFixture.put(fixture.memory, 0, inMemory);
            final byte[] onWire = SignatureModel.convert(inMemory, memory, wire, copied);
            assertEquals(List.of("2:SUCCESS"), fixture.read(0, onWire.length), where);
            assertArrayEquals(onWire, SignedKeyFixture.bytes(fixture.wire, 0, onWire.length), where);
            assertEquals(SignatureModel.check(inMemory, memory), fixture.key.check(), where);
            readPart(onWire, where);

            expectWritten(memory, wire, onWire.length, length, where);
        }
    }

    private void readPart(final byte[] onWire, final String where) {
        final int from = random.nextInt(onWire.length);
        final int count = 1 + random.nextInt(onWire.length - from);
        assertEquals(List.of("2:SUCCESS"), fixture.read(from, count), where);
        assertArrayEquals(
                Arrays.copyOfRange(onWire, from, from + count), SignedKeyFixture.bytes(fixture.wire, 0, count), where);
    }

    private void expectWritten(
            final SignatureDomain memory,
            final SignatureDomain wire,
            final int wireLength,
            final int length,
            final String where) {
        fixture.configure(new BlockSignature(memory, wire, ALL), pieces(length));
        final byte[] arriving = randomMemory(wire, wireLength);
        final int first = random.nextInt(wireLength + 1);
        SignedKeyFixture.put(fixture.wire, 0, arriving);
        assertEquals(List.of("2:SUCCESS"), fixture.write(0, first), where);
        SignedKeyFixture.put(fixture.wire, 0, Arrays.copyOfRange(arriving, first, wireLength));
        assertEquals(List.of("2:SUCCESS"), fixture.write(first, wireLength - first), where);
        byte[] expected = SignatureModel.convert(arriving, wire, memory, SignatureModel.equalParts(memory, wire));
        expected = Arrays.copyOf(expected, Math.min(length, expected.length));
        assertArrayEquals(expected, SignedKeyFixture.bytes(fixture.memory, 0, expected.length), where);
        assertEquals(SignatureModel.check(arriving, wire), fixture.key.check(), where);
    }

    /** Whole blocks with right signatures, or one byte of them wrong; what is left behind them is data. */
    private byte[] randomMemory(final SignatureDomain domain, final int length) {
        if (domain == null) {
            return randomBytes(length);
        }
        final byte[] plain = randomBytes(length);
        final byte[] bytes = Arrays.copyOf(SignatureModel.convert(plain, null, domain, 0), length);
        if (random.nextBoolean()) {
            final int at = random.nextInt(length);
            bytes[at] = (byte) (bytes[at] ^ 1 << random.nextInt(8));
        }
        return bytes;
    }

    private int[] pieces(final int length) {
        final int first = 1 + random.nextInt(length - 1);
        return new int[] {first, length - first};
    }

    private SignatureDomain randomDomain(final SignatureDomain other) {
        if (other != null && random.nextInt(3) == 0) {
            return other;
        }
        final int kind = random.nextInt(SignatureType.values().length + 1);
        if (kind == SignatureType.values().length) {
            return null;
        }
        final int[] sizes = {512, 520, 4048, 4096, 4160};
        return new SignatureDomain(
                SignatureType.values()[kind],
                sizes[random.nextInt(random.nextBoolean() ? 1 : sizes.length)],
                random.nextBoolean() ? 0 : -1,
                random.nextBoolean() ? 7 : 0xfffe,
                random.nextBoolean() ? -1 : 9,
                random.nextBoolean() ? SignatureDomain.REFERENCE_REMAP : 0);
    }

    private byte[] randomBytes(final int length) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
