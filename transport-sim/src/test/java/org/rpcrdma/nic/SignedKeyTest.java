// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.config.MemoryMode;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;
import org.rpcrdma.verbs.extended.SignatureCheck;
import org.rpcrdma.verbs.extended.SignatureDomain;
import org.rpcrdma.verbs.extended.SignatureType;

class SignedKeyTest {
    private static final int ALL = 0xff;
    private static final int T10_LIKE = BlockSignature.T10_DIF_GUARD
            | BlockSignature.T10_DIF_APPLICATION_TAG
            | BlockSignature.T10_DIF_REFERENCE_TAG;

    private final SignedKeyFixture fixture = new SignedKeyFixture();
    private final Random random = new Random(Seed.get());

    private static SignatureDomain t10(final int flags) {
        return new SignatureDomain(SignatureType.T10_DIF_CRC, 512, 0, 0x5678, 0xabcdef90, flags);
    }

    private byte[] randomBytes(final int length) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Memory with right signatures after its blocks. */
    private byte[] signed(final SignatureDomain domain, final int blocks) {
        return SignatureModel.convert(randomBytes(blocks * domain.blockSize()), null, domain, 0);
    }

    @Test
    void shouldTellWhatPartOfT10DifIsWrongTheGuardFirst() {
        final SignatureDomain domain = t10(SignatureDomain.REFERENCE_REMAP);
        final byte[] right = signed(domain, 3);
        assertEquals(SignatureCheck.Result.BAD_GUARD, checkOf(domain, right, 520 + 5, 520 + 515, 520 + 519));
        assertEquals(SignatureCheck.Result.BAD_GUARD, checkOf(domain, right, 520 + 512));
        assertEquals(SignatureCheck.Result.BAD_APPLICATION_TAG, checkOf(domain, right, 520 + 515, 520 + 519));
        assertEquals(SignatureCheck.Result.BAD_REFERENCE_TAG, checkOf(domain, right, 520 + 519));
        assertEquals(SignatureCheck.Result.NO_ERROR, checkOf(domain, right));
    }

    private SignatureCheck.Result checkOf(final SignatureDomain domain, final byte[] right, final int... wrong) {
        final byte[] bytes = right.clone();
        for (final int at : wrong) {
            bytes[at] ^= 1;
        }
        SignedKeyFixture.put(fixture.memory, 0, bytes);
        fixture.configure(new BlockSignature(domain, null, T10_LIKE), bytes.length);
        assertEquals(List.of("2:SUCCESS"), fixture.read(0, 3 * 512));
        final SignatureCheck check = fixture.key.check();
        assertEquals(wrong.length == 0 ? 0 : 520, check.offset());
        return check.result();
    }

    @Test
    void shouldCheckOnlyTheBytesOfItsMask() {
        final SignatureDomain domain = t10(0);
        final byte[] bytes = signed(domain, 1);
        bytes[514] ^= 1;
        SignedKeyFixture.put(fixture.memory, 0, bytes);
        fixture.configure(new BlockSignature(domain, null, ALL & ~0x20), 520);
        fixture.read(0, 512);
        assertEquals(SignatureCheck.GOOD, fixture.key.check());
        fixture.configure(new BlockSignature(domain, null, 0x20), 520);
        fixture.read(0, 512);
        assertEquals(
                new SignatureCheck(SignatureCheck.Result.BAD_APPLICATION_TAG, 0, 0x5778, 0x5678), fixture.key.check());
    }

    @Test
    void shouldNotCheckBlocksThatAreEscaped() {
        assertEquals(SignatureCheck.Result.BAD_GUARD, escaped(0, true));
        assertEquals(SignatureCheck.Result.NO_ERROR, escaped(SignatureDomain.APPLICATION_ESCAPE, false));
        assertEquals(SignatureCheck.Result.BAD_GUARD, escaped(SignatureDomain.APPLICATION_REFERENCE_ESCAPE, false));
        assertEquals(SignatureCheck.Result.NO_ERROR, escaped(SignatureDomain.APPLICATION_REFERENCE_ESCAPE, true));
    }

    private SignatureCheck.Result escaped(final int flags, final boolean isReferenceEscaped) {
        final SignatureDomain domain = t10(flags);
        final byte[] bytes = signed(domain, 1);
        bytes[0] ^= 1;
        Arrays.fill(bytes, 514, isReferenceEscaped ? 520 : 516, (byte) 0xff);
        SignedKeyFixture.put(fixture.memory, 0, bytes);
        fixture.configure(new BlockSignature(domain, null, BlockSignature.T10_DIF_GUARD), 520);
        fixture.read(0, 512);
        return fixture.key.check().result();
    }

    @Test
    void shouldCopyWhatItIsTold() {
        final SignatureDomain memory = t10(0);
        final SignatureDomain wire = new SignatureDomain(SignatureType.T10_DIF_CRC, 512, 0, 0x1111, 0x22222222, 0);
        final byte[] bytes = signed(memory, 2);
        bytes[514] ^= 1;
        SignedKeyFixture.put(fixture.memory, 0, bytes);
        final int copyMask = BlockSignature.T10_DIF_APPLICATION_TAG | 0x01;
        fixture.configure(new BlockSignature(memory, wire, 0, copyMask), bytes.length);
        final byte[] onWire = SignatureModel.convert(bytes, memory, wire, copyMask);
        fixture.read(0, onWire.length);
        assertArrayEquals(onWire, SignedKeyFixture.bytes(fixture.wire, 0, onWire.length));
        assertEquals(0x57, onWire[514]);
    }

    @Test
    void shouldLookForNoFurtherErrorUntilItIsConfiguredAgain() {
        final BlockSignature signature = new BlockSignature(t10(0), null, ALL);
        fixture.configure(signature, 520);
        fixture.read(0, 512);
        assertEquals(
                SignatureCheck.Result.BAD_APPLICATION_TAG, fixture.key.check().result());
        assertEquals(SignatureCheck.GOOD, fixture.key.check());
        fixture.read(0, 512);
        assertEquals(SignatureCheck.GOOD, fixture.key.check());
        fixture.configure(signature, 520);
        fixture.read(0, 512);
        assertEquals(
                SignatureCheck.Result.BAD_APPLICATION_TAG, fixture.key.check().result());
    }

    @Test
    void shouldKeepItsSignaturesUntilTheyAreResetOrItIsInvalidated() {
        fixture.configure(new BlockSignature(null, t10(0), ALL), 512);
        reconfigure(false);
        assertEquals(List.of("2:SUCCESS"), fixture.read(0, 520));
        reconfigure(true);
        assertEquals(List.of("2:SUCCESS"), fixture.read(0, 512));
        assertEquals(List.of("2:REM_ACCESS_ERR"), fixture.read(0, 520));
    }

    private void reconfigure(final boolean resets) {
        final ExtendedSendRequests sends = fixture.server.sends();
        sends.configure(1, SignedKeyFixture.INLINE, fixture.key, 0);
        if (resets) {
            sends.resetSignature();
        }
        fixture.server.postSends();
        fixture.pair.simulation.run();
        assertEquals(List.of("1:SUCCESS"), fixture.server.completions());
    }

    @Test
    void shouldOpenNoMoreThanGoesOverTheWireAndNoAtomics() {
        fixture.configure(new BlockSignature(null, t10(0), ALL), 1000);
        assertEquals(List.of("2:SUCCESS"), fixture.read(0, 1008));
        assertEquals(List.of("2:REM_ACCESS_ERR"), fixture.read(0, 1009));
    }

    @Test
    void shouldTakeNoAtomics() {
        fixture.configure(new BlockSignature(null, t10(0), ALL), 512);
        final ExtendedSendRequests sends = fixture.client.sends();
        sends.fetchAndAdd(2, SendRequests.SIGNALED, 0, fixture.key.rkey(), 1);
        sends.sge(fixture.wire.address(), 8, fixture.wireRegion.lkey());
        fixture.client.postSends();
        fixture.pair.simulation.run();
        assertEquals(List.of("2:REM_ACCESS_ERR"), fixture.client.completions());
    }

    @Test
    void shouldNotBeAnEntryOfAnotherKey() {
        fixture.configure(new BlockSignature(null, t10(0), ALL), 512);
        final IndirectKey outer =
                fixture.server.domain.createIndirectKey(new IndirectKeyAttributes(IndirectKeyAttributes.INDIRECT, 4));
        final ExtendedSendRequests sends = fixture.server.sends();
        sends.configureList(1, SignedKeyFixture.INLINE, outer, SignedKeyFixture.RIGHTS);
        sends.sge(0, 512, fixture.key.lkey());
        fixture.server.postSends();
        final ExtendedSendRequests reads = fixture.client.sends();
        reads.rdmaRead(2, SendRequests.SIGNALED, 0, outer.rkey());
        reads.sge(fixture.wire.address(), 8, fixture.wireRegion.lkey());
        fixture.pair.simulation.run();
        fixture.client.postSends();
        fixture.pair.simulation.run();
        assertEquals(List.of("2:REM_ACCESS_ERR"), fixture.client.completions());
    }

    @Test
    void shouldRefuseSignaturesThatThereAreNot() {
        refuse(new BlockSignature(new SignatureDomain(SignatureType.CRC32, 500, 0), null, 0));
        refuse(new BlockSignature(null, new SignatureDomain(SignatureType.CRC32, 512, 1), 0));
        refuse(new BlockSignature(null, t10(8), 0));
        refuse(new BlockSignature(null, new SignatureDomain(SignatureType.T10_DIF_CRC, 512, 0, 0x10000, 0, 0), 0));
        refuse(new BlockSignature(null, t10(0), 0x100));
        refuse(new BlockSignature(null, t10(0), 0, 1));
        refuse(new BlockSignature(t10(0), new SignatureDomain(SignatureType.CRC64_XP10, 512, 0), 0, 1));
        refuse(null);
    }

    private void refuse(final BlockSignature signature) {
        final ExtendedSendRequests sends = fixture.server.sends();
        sends.configure(1, SignedKeyFixture.INLINE, fixture.key, 1);
        sends.setSignature(signature);
        assertEquals(
                Errno.EINVAL,
                assertThrows(PostException.class, fixture.server::postSends).errno());
    }

    @Test
    void shouldRefuseSignaturesOfAKeyThatWasCreatedWithout() {
        final IndirectKey plain =
                fixture.server.domain.createIndirectKey(new IndirectKeyAttributes(IndirectKeyAttributes.INDIRECT, 4));
        assertEquals(
                Errno.EINVAL, assertThrows(VerbsException.class, plain::check).errno());
        final ExtendedSendRequests sends = fixture.server.sends();
        sends.configure(1, SignedKeyFixture.INLINE, plain, 1);
        sends.setSignature(new BlockSignature(null, t10(0), 0));
        assertEquals(
                Errno.EINVAL,
                assertThrows(PostException.class, fixture.server::postSends).errno());
    }

    @Test
    void shouldTakeMemoryThatIsAddressesOnlyForZeros() {
        final SignedKeyFixture addresses = new SignedKeyFixture(MemoryMode.ADDRESS_ONLY);
        final SignatureDomain domain = new SignatureDomain(SignatureType.CRC32, 512, -1);
        addresses.configure(new BlockSignature(domain, null, ALL), 2 * 516);
        assertEquals(List.of("2:SUCCESS"), addresses.read(0, 2 * 512));
        final byte[] zeros = SignatureModel.signature(domain, new byte[512], 0);
        final long crc = Integer.toUnsignedLong(
                ByteBuffer.wrap(zeros).order(ByteOrder.LITTLE_ENDIAN).getInt());
        assertEquals(new SignatureCheck(SignatureCheck.Result.BAD_GUARD, 0, 0, crc), addresses.key.check());
        assertEquals(List.of("2:SUCCESS"), addresses.write(0, 2 * 512));
    }
}
