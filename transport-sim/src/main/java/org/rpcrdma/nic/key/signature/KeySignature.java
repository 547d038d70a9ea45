// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.signature;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.agrona.BufferUtil;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.SignatureCheck;
import org.rpcrdma.verbs.extended.SignatureDomain;

/**
 * The signatures behind an indirect key: how they are laid out in memory and on the wire, what is checked and what goes
 * through as it is, and the first that was found wrong. Addresses of such a key are positions on the wire.
 */
public final class KeySignature {
    private static final long GUARD = 0xffffL << 48;
    private static final long APPLICATION_TAG = 0xffffL << 32;
    private static final long REFERENCE_TAG = 0xffffffffL;

    /** How many bytes the key is laid out over. */
    private final LongSupplier layoutLength;

    private SignedBlocks memory = SignedBlocks.NONE;
    private SignedBlocks wire = SignedBlocks.NONE;
    /** The bits of what comes in that are checked. */
    private long checked;
    /** The bits of what comes in that go out as they are. */
    private long copied;

    private SignatureCheck found = SignatureCheck.GOOD;
    /** Something was wrong since it was configured: nothing more is looked for. */
    private boolean isSpent;

    /** The signature that is arriving. */
    private final ByteBuffer arriving = ByteBuffer.allocateDirect(Long.BYTES);

    private int arrived;

    public KeySignature(final LongSupplier layoutLength) {
        this.layoutLength = layoutLength;
    }

    public void configure(final BlockSignature signature) {
        memory = SignedBlocks.of(signature.memory());
        wire = SignedBlocks.of(signature.wire());
        checked = bits(signature.checkMask());
        copied = signature.copyMask() == BlockSignature.EQUAL_PARTS ? equalParts() : bits(signature.copyMask());
    }

    public void reset() {
        memory = SignedBlocks.NONE;
        wire = SignedBlocks.NONE;
    }

    /** Looks for wrong signatures from now on. */
    public void begin() {
        found = SignatureCheck.GOOD;
        isSpent = false;
        arrived = 0;
    }

    public boolean isOn() {
        return memory.hasSignatures() || wire.hasSignatures();
    }

    public SignedBlocks memory() {
        return memory;
    }

    public SignedBlocks wire() {
        return wire;
    }

    public boolean copies() {
        return copied != 0;
    }

    /** Returns the first wrong signature, once. */
    public SignatureCheck take() {
        final SignatureCheck taken = found;
        found = SignatureCheck.GOOD;
        return taken;
    }

    /** Returns the bytes that go over the wire of all that the key is laid out over. */
    public long wireLength() {
        return wire.position(memory.data(layoutLength.getAsLong()));
    }

    /** Returns true if blocks have signatures in memory, and a block's has room there. */
    public boolean hasRoomInMemory(final long block) {
        return memory.hasSignatures() && memory.begin(block + 1) <= layoutLength.getAsLong();
    }

    /** Returns the begin in memory of the blocks that a position on the wire belongs to. */
    public long memoryBegin(final long address) {
        return memory.position(memory.down(wire.firstData(address)));
    }

    /** Returns the end in memory of the blocks that a range on the wire ends in. */
    public long memoryEnd(final long end) {
        return Math.min(layoutLength.getAsLong(), memory.position(memory.up(wire.up(wire.data(end)))));
    }

    /** Returns the signature that goes out with a block: as it should be, but for what goes through as it came in. */
    public long outgoing(final long calculated, final long incoming) {
        return calculated & ~copied | incoming & copied;
    }

    /** Returns the address for the next bytes of the signature that is arriving. */
    public long arriving(final int at) {
        return BufferUtil.address(arriving) + at;
    }

    /** Notes bytes of the signature that is arriving. Returns true if it is here as a whole. */
    public boolean arrive(final int at, final int bytes) {
        if (at == 0) {
            arrived = 0;
        }
        if (at == arrived) {
            arrived += bytes;
        }
        return at + bytes == wire.signatureLength() && arrived == wire.signatureLength();
    }

    /** Checks what came in with a block. Returns false if it is the first that is wrong. */
    public boolean check(final SignedBlocks in, final long block, final long guard, final long signature) {
        final long calculated = in.signatureOf(block, guard);
        final long wrong = (calculated ^ signature) & checked;
        if (wrong == 0 || isSpent || in.isEscaped(signature)) {
            return true;
        }
        isSpent = true;
        found = in.domain().type().isT10Dif()
                ? firstPart(wrong, in.begin(block), signature, calculated)
                : part(
                        SignatureCheck.Result.BAD_GUARD,
                        -1L << Long.SIZE - in.signatureLength() * Byte.SIZE,
                        in.begin(block),
                        signature,
                        calculated);
        return false;
    }

    private static SignatureCheck firstPart(
            final long wrong, final long offset, final long signature, final long calculated) {
        if ((wrong & GUARD) != 0) {
            return part(SignatureCheck.Result.BAD_GUARD, GUARD, offset, signature, calculated);
        }
        return (wrong & APPLICATION_TAG) != 0
                ? part(SignatureCheck.Result.BAD_APPLICATION_TAG, APPLICATION_TAG, offset, signature, calculated)
                : part(SignatureCheck.Result.BAD_REFERENCE_TAG, REFERENCE_TAG, offset, signature, calculated);
    }

    private static SignatureCheck part(
            final SignatureCheck.Result result,
            final long bits,
            final long offset,
            final long signature,
            final long calculated) {
        final int shift = Long.numberOfTrailingZeros(bits);
        return new SignatureCheck(result, offset, (signature & bits) >>> shift, (calculated & bits) >>> shift);
    }

    private long equalParts() {
        if (!memory.isLike(wire)) {
            return 0;
        }
        final SignatureDomain one = memory.domain();
        final SignatureDomain other = wire.domain();
        final boolean isGuardEqual = one.type() == other.type() && one.seed() == other.seed();
        if (!one.type().isT10Dif()) {
            return isGuardEqual ? -1 : 0;
        }
        final boolean isReferenceEqual = one.referenceTag() == other.referenceTag()
                && ((one.flags() ^ other.flags()) & SignatureDomain.REFERENCE_REMAP) == 0;
        return (isGuardEqual ? GUARD : 0)
                | (one.applicationTag() == other.applicationTag() ? APPLICATION_TAG : 0)
                | (isReferenceEqual ? REFERENCE_TAG : 0);
    }

    /** Returns the bits of the bytes that a mask names. */
    private static long bits(final int mask) {
        long bits = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            bits |= (mask >>> i & 1) == 0 ? 0 : 0xffL << i * Byte.SIZE;
        }
        return bits;
    }
}
