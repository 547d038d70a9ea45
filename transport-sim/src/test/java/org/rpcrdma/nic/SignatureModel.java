// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.SignatureCheck;
import org.rpcrdma.verbs.extended.SignatureDomain;
import org.rpcrdma.verbs.extended.SignatureType;

/** What becomes of whole blocks between memory and wire, said plainly: on arrays, bit by bit. All bytes are checked. */
final class SignatureModel {
    private SignatureModel() {}

    /** What comes out of a side with some signatures when it goes to a side with others. */
    static byte[] convert(final byte[] from, final SignatureDomain in, final SignatureDomain out, final int copyMask) {
        final byte[] data = data(from, in);
        final ByteArrayOutputStream result = new ByteArrayOutputStream();
        if (out == null) {
            return data;
        }
        for (int block = 0; block * out.blockSize() < data.length; block++) {
            final int end = Math.min(data.length, (block + 1) * out.blockSize());
            final byte[] part = Arrays.copyOfRange(data, block * out.blockSize(), end);
            result.writeBytes(part);
            if (part.length == out.blockSize()) {
                final byte[] signature = signature(out, part, block);
                final boolean isThere =
                        in != null && (block + 1) * (in.blockSize() + in.type().length()) <= from.length;
                if (copyMask != 0 && isThere) {
                    copy(signatureIn(from, in, block), signature, copyMask, out.type());
                }
                result.writeBytes(signature);
            }
        }
        return result.toByteArray();
    }

    /** The first error in what comes in. */
    static SignatureCheck check(final byte[] from, final SignatureDomain in) {
        if (in == null) {
            return SignatureCheck.GOOD;
        }
        final int pitch = in.blockSize() + in.type().length();
        for (int block = 0; (block + 1) * pitch <= from.length; block++) {
            final byte[] part = Arrays.copyOfRange(from, block * pitch, block * pitch + in.blockSize());
            final SignatureCheck found =
                    compare(in, signatureIn(from, in, block), signature(in, part, block), (long) block * pitch);
            if (found != SignatureCheck.GOOD) {
                return found;
            }
        }
        return SignatureCheck.GOOD;
    }

    private static SignatureCheck compare(
            final SignatureDomain in, final byte[] there, final byte[] right, final long offset) {
        if (Arrays.equals(there, right)) {
            return SignatureCheck.GOOD;
        }
        final ByteBuffer a = ByteBuffer.wrap(there);
        final ByteBuffer b = ByteBuffer.wrap(right);
        if (!in.type().isT10Dif()) {
            a.order(ByteOrder.LITTLE_ENDIAN);
            b.order(ByteOrder.LITTLE_ENDIAN);
            final boolean isLong = in.type().length() == 8;
            return new SignatureCheck(
                    SignatureCheck.Result.BAD_GUARD,
                    offset,
                    isLong ? a.getLong(0) : Integer.toUnsignedLong(a.getInt(0)),
                    isLong ? b.getLong(0) : Integer.toUnsignedLong(b.getInt(0)));
        }
        if (a.getShort(0) != b.getShort(0)) {
            return bad(SignatureCheck.Result.BAD_GUARD, offset, a.getShort(0) & 0xffff, b.getShort(0) & 0xffff);
        }
        if (a.getShort(2) != b.getShort(2)) {
            return bad(
                    SignatureCheck.Result.BAD_APPLICATION_TAG, offset, a.getShort(2) & 0xffff, b.getShort(2) & 0xffff);
        }
        return bad(
                SignatureCheck.Result.BAD_REFERENCE_TAG,
                offset,
                Integer.toUnsignedLong(a.getInt(4)),
                Integer.toUnsignedLong(b.getInt(4)));
    }

    private static SignatureCheck bad(
            final SignatureCheck.Result result, final long offset, final long there, final long right) {
        return new SignatureCheck(result, offset, there, right);
    }

    private static void copy(final byte[] from, final byte[] to, final int mask, final SignatureType type) {
        for (int i = 0; i < to.length; i++) {
            final int bit = type.isT10Dif() ? 7 - i : 8 - to.length + i;
            if ((mask >> bit & 1) != 0) {
                to[i] = from[i];
            }
        }
    }

    static byte[] data(final byte[] from, final SignatureDomain in) {
        if (in == null) {
            return from;
        }
        final ByteArrayOutputStream data = new ByteArrayOutputStream();
        final int pitch = in.blockSize() + in.type().length();
        for (int begin = 0; begin < from.length; begin += pitch) {
            data.write(from, begin, Math.min(in.blockSize(), from.length - begin));
        }
        return data.toByteArray();
    }

    private static byte[] signatureIn(final byte[] from, final SignatureDomain in, final int block) {
        final int end = (block + 1) * (in.blockSize() + in.type().length());
        return Arrays.copyOfRange(from, end - in.type().length(), end);
    }

    static byte[] signature(final SignatureDomain domain, final byte[] block, final int number) {
        final long guard = guard(domain, block);
        final ByteBuffer signature = ByteBuffer.allocate(domain.type().length());
        if (domain.type().isT10Dif()) {
            final boolean isRemapped = (domain.flags() & SignatureDomain.REFERENCE_REMAP) != 0;
            signature.putShort((short) guard).putShort((short) domain.applicationTag());
            signature.putInt(domain.referenceTag() + (isRemapped ? number : 0));
        } else if (domain.type().length() == 8) {
            signature.order(ByteOrder.LITTLE_ENDIAN).putLong(guard);
        } else {
            signature.order(ByteOrder.LITTLE_ENDIAN).putInt((int) guard);
        }
        return signature.array();
    }

    private static long guard(final SignatureDomain domain, final byte[] block) {
        return switch (domain.type()) {
            case T10_DIF_CRC -> crc16((int) domain.seed() & 0xffff, block);
            case T10_DIF_CHECKSUM -> checksum(block);
            case CRC32 -> domain.seed() == 0 ? reflected(0xedb88320L, 0, block) & 0xffffffffL : of(new CRC32(), block);
            case CRC32C ->
                domain.seed() == 0 ? reflected(0x82f63b78L, 0, block) & 0xffffffffL : of(new CRC32C(), block);
            case CRC64_XP10 -> reflected(0x9a6c9329ac4bc9b5L, domain.seed(), block);
        };
    }

    private static long of(final Checksum checksum, final byte[] block) {
        checksum.update(block);
        return checksum.getValue();
    }

    private static long crc16(final int seed, final byte[] block) {
        int crc = seed;
        for (int i = 0; i < block.length * 8; i++) {
            final int bit = block[i / 8] >> 7 - i % 8 & 1;
            crc = (crc >> 15 & 1 ^ bit) != 0 ? crc << 1 ^ 0x8bb7 : crc << 1;
        }
        return crc & 0xffff;
    }

    private static long reflected(final long polynomial, final long seed, final byte[] block) {
        long crc = seed;
        for (int i = 0; i < block.length * 8; i++) {
            final int bit = block[i / 8] >> i % 8 & 1;
            crc = (crc & 1 ^ bit) != 0 ? crc >>> 1 ^ polynomial : crc >>> 1;
        }
        return ~crc;
    }

    private static long checksum(final byte[] block) {
        long sum = 0;
        for (int i = 0; i < block.length; i += 2) {
            sum += (block[i] & 0xff) << 8 | block[i + 1] & 0xff;
        }
        return ~(sum % 0xffff) & 0xffff;
    }

    /** The mask of what is copied by itself. */
    static int equalParts(final SignatureDomain one, final SignatureDomain other) {
        if (one == null || other == null || one.blockSize() != other.blockSize()) {
            return 0;
        }
        final boolean isGuard = one.type() == other.type() && one.seed() == other.seed();
        if (!one.type().isT10Dif() || !other.type().isT10Dif()) {
            return isGuard ? 0xff : 0;
        }
        return (isGuard ? BlockSignature.T10_DIF_GUARD : 0)
                | (one.applicationTag() == other.applicationTag() ? BlockSignature.T10_DIF_APPLICATION_TAG : 0)
                | (one.referenceTag() == other.referenceTag() && one.flags() == other.flags()
                        ? BlockSignature.T10_DIF_REFERENCE_TAG
                        : 0);
    }
}
