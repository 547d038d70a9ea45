// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * The signatures among data, in memory or on the wire ({@code struct mlx5dv_sig_block_domain}).
 *
 * @param type           which signatures.
 * @param blockSize      bytes of data ahead of each: 512, 520, 4048, 4096 or 4160.
 * @param seed           what the guard's calculation begins with: 0, or ones in all bits of the guard.
 * @param applicationTag of T10-DIF: 16 bits.
 * @param referenceTag   of T10-DIF: 32 bits, those of the key's first block.
 * @param flags          of T10-DIF: {@link #REFERENCE_REMAP}, {@link #APPLICATION_ESCAPE},
 *                       {@link #APPLICATION_REFERENCE_ESCAPE}.
 */
public record SignatureDomain(
        SignatureType type, int blockSize, long seed, int applicationTag, int referenceTag, int flags) {
    /** The reference tag is one more with each block ({@code MLX5DV_SIG_T10DIF_FLAG_REF_REMAP}). */
    public static final int REFERENCE_REMAP = 1;

    /** A block whose application tag is 0xffff is not checked ({@code MLX5DV_SIG_T10DIF_FLAG_APP_ESCAPE}). */
    public static final int APPLICATION_ESCAPE = 1 << 1;

    /**
     * A block whose application tag is 0xffff and whose reference tag is 0xffffffff is not checked
     * ({@code MLX5DV_SIG_T10DIF_FLAG_APP_REF_ESCAPE}).
     */
    public static final int APPLICATION_REFERENCE_ESCAPE = 1 << 2;

    /**
     * Signatures without tags.
     *
     * @param type      which CRC.
     * @param blockSize bytes of data ahead of each.
     * @param seed      what its calculation begins with.
     */
    public SignatureDomain(final SignatureType type, final int blockSize, final long seed) {
        this(type, blockSize, seed, 0, 0, 0);
    }
}
