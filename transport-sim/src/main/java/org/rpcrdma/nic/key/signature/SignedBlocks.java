// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.signature;

import org.agrona.UnsafeApi;
import org.rpcrdma.verbs.extended.SignatureDomain;
import org.rpcrdma.verbs.extended.SignatureType;

/**
 * Blocks of data and their signatures, in memory or on the wire.
 *
 * <pre>
 * position   0         b   b+s         2b+s
 *            | block 0 | s |  block 1  | s | ...
 * data       0         b              2b
 * </pre>
 *
 * <p>A signature is handled in a long whose bytes are those that masks have bits for, see
 * {@link org.rpcrdma.verbs.extended.BlockSignature}:
 *
 * <pre>
 *  63          48 47          32 31                          0
 * | guard        | app. tag     | reference tag              |     T10-DIF
 * | guard                       |                            |     CRC32, CRC32C
 * | guard                                                    |     CRC64
 * </pre>
 */
public final class SignedBlocks {
    /** Data without signatures: one block that does not end. */
    static final SignedBlocks NONE = new SignedBlocks();

    private static final long TAG = 0xffff;
    private static final long REFERENCE = 0xffffffffL;
    private static final int GUARD_SHIFT = 48;
    private static final int TAG_SHIFT = 32;
    private static final long ENDLESS = Long.MAX_VALUE / 2;

    /** Null if there are no signatures. */
    private final SignatureDomain domain;

    private final BlockGuard guard;
    private final long blockLength;
    private final int signatureLength;

    private SignedBlocks() {
        domain = null;
        guard = null;
        blockLength = ENDLESS;
        signatureLength = 0;
    }

    private SignedBlocks(final SignatureDomain domain) {
        this.domain = domain;
        guard = BlockGuard.of(domain.type());
        blockLength = domain.blockSize();
        signatureLength = domain.type().length();
    }

    public static SignedBlocks of(final SignatureDomain domain) {
        return domain == null ? NONE : new SignedBlocks(domain);
    }

    boolean hasSignatures() {
        return domain != null;
    }

    public SignatureDomain domain() {
        return domain;
    }

    public long blockLength() {
        return blockLength;
    }

    public int signatureLength() {
        return signatureLength;
    }

    /** Returns the calculation of the blocks' guards. */
    public BlockGuard guard() {
        return guard;
    }

    /** Returns the block that a position is in, or whose signature it is in. */
    public long block(final long position) {
        return position / (blockLength + signatureLength);
    }

    /** Returns the begin of a block. */
    long begin(final long block) {
        return block * (blockLength + signatureLength);
    }

    /** Returns the begin of the signature of a block. */
    public long signature(final long block) {
        return begin(block) + blockLength;
    }

    /** Returns the place of a position in its block, or behind it. */
    private long inBlock(final long position) {
        return position % (blockLength + signatureLength);
    }

    public boolean isSignature(final long position) {
        return inBlock(position) >= blockLength;
    }

    /** Bytes up to the end of the block, or of the signature, that a position is in. */
    public long left(final long position) {
        final long in = inBlock(position);
        return in < blockLength ? blockLength - in : blockLength + signatureLength - in;
    }

    /** Bytes of data ahead of a position. */
    public long data(final long position) {
        return block(position) * blockLength + Math.min(inBlock(position), blockLength);
    }

    /** Returns the position of a byte of data; behind the signature ahead of it. */
    public long position(final long data) {
        return data + data / blockLength * signatureLength;
    }

    /** Bytes from a byte of data to its block's end. */
    public long leftInBlock(final long data) {
        return blockLength - data % blockLength;
    }

    /** Bytes of data ahead of the block that a position is in, or whose signature it is in. */
    long firstData(final long position) {
        return hasSignatures() ? block(position) * blockLength : position;
    }

    /** Returns the begin of the block of a byte of data, in bytes of data. */
    long down(final long data) {
        return hasSignatures() ? data - data % blockLength : data;
    }

    /** Returns the end of the block that a number of bytes of data end in, in bytes of data. */
    long up(final long data) {
        return hasSignatures() ? down(data + blockLength - 1) : data;
    }

    /** Returns the signature that a block should have, by its guard. */
    public long signatureOf(final long block, final long guardOfData) {
        if (!domain.type().isT10Dif()) {
            return guardOfData << Long.SIZE - signatureLength * Byte.SIZE;
        }
        final boolean isRemapped = (domain.flags() & SignatureDomain.REFERENCE_REMAP) != 0;
        final long reference = domain.referenceTag() + (isRemapped ? block : 0);
        return guardOfData << GUARD_SHIFT | (domain.applicationTag() & TAG) << TAG_SHIFT | reference & REFERENCE;
    }

    /** Returns true if a block is not to be checked that has a signature. */
    boolean isEscaped(final long signature) {
        final boolean isTag = domain.type().isT10Dif() && (signature >>> TAG_SHIFT & TAG) == TAG;
        return isTag
                && ((domain.flags() & SignatureDomain.APPLICATION_ESCAPE) != 0
                        || (domain.flags() & SignatureDomain.APPLICATION_REFERENCE_ESCAPE) != 0
                                && (signature & REFERENCE) == REFERENCE);
    }

    /** Puts a signature, as it is in memory and on the wire. */
    public void store(final long address, final long signature) {
        for (int i = 0; i < signatureLength; i++) {
            UnsafeApi.putByte(address + i, (byte) (signature >>> shift(i)));
        }
    }

    public long load(final long address) {
        long signature = 0;
        for (int i = 0; i < signatureLength; i++) {
            signature |= (UnsafeApi.getByte(address + i) & 0xffL) << shift(i);
        }
        return signature;
    }

    private int shift(final int i) {
        if (domain.type().isT10Dif()) {
            return Long.SIZE - Byte.SIZE * (i + 1);
        }
        return Long.SIZE - Byte.SIZE * (signatureLength - i);
    }

    /** Returns true if signatures are of the same type, for blocks of the same size. */
    public boolean isLike(final SignedBlocks other) {
        if (!hasSignatures() || !other.hasSignatures() || blockLength != other.blockLength) {
            return false;
        }
        final SignatureType type = domain.type();
        return type == other.domain.type()
                || type.isT10Dif() && other.domain.type().isT10Dif();
    }
}
