// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.indirect;

import org.rpcrdma.nic.key.signature.SignedBlocks;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.SignatureDomain;
import org.rpcrdma.verbs.extended.SignatureType;

/**
 * Refuses signatures that an indirect key cannot have, when they are posted ({@code mlx5dv_wr_set_mkey_sig_block(3)}).
 */
public final class SignatureRules {
    private static final int MASK = 0xff;
    private static final int SHORT = 0xffff;
    private static final int FLAGS = SignatureDomain.REFERENCE_REMAP
            | SignatureDomain.APPLICATION_ESCAPE
            | SignatureDomain.APPLICATION_REFERENCE_ESCAPE;

    private SignatureRules() {}

    public static void check(final SimulatedIndirectKey key, final BlockSignature signature, final int i) {
        if (key.configurableSignature() == null || signature == null) {
            throw new PostException(Errno.EINVAL, "key takes no such signatures: signature=" + signature, i);
        }
        checkDomain(signature.memory(), i);
        checkDomain(signature.wire(), i);
        final boolean isCopyMask = signature.copyMask() == BlockSignature.EQUAL_PARTS
                || (signature.copyMask() & ~MASK) == 0
                        && SignedBlocks.of(signature.memory()).isLike(SignedBlocks.of(signature.wire()));
        if ((signature.checkMask() & ~MASK) != 0 || !isCopyMask) {
            throw new PostException(
                    Errno.EINVAL,
                    "masks do not fit the signatures: checkMask=" + signature.checkMask() + " copyMask="
                            + signature.copyMask(),
                    i);
        }
    }

    private static void checkDomain(final SignatureDomain domain, final int i) {
        if (domain == null) {
            return;
        }
        final boolean isBlockSize = switch (domain.blockSize()) {
            case 512, 520, 4048, 4096, 4160 -> true;
            default -> false;
        };
        final boolean areTags = (domain.flags() & ~FLAGS) == 0 && (domain.applicationTag() & ~SHORT) == 0;
        if (!isBlockSize || !isSeed(domain) || !areTags) {
            throw new PostException(Errno.EINVAL, "no such signatures: domain=" + domain, i);
        }
    }

    /** Returns true if a seed is all zeros or all ones in the bits that the guard has. */
    private static boolean isSeed(final SignatureDomain domain) {
        final long mask =
                domain.type().isT10Dif() ? SHORT : domain.type() == SignatureType.CRC64_XP10 ? -1 : 0xffffffffL;
        final long seed = domain.seed() & mask;
        return seed == 0 || seed == mask;
    }
}
