// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Chooses if short payloads reach a queue pair inside of completions (scatter to CQE): of 32 bytes with completions of
 * 64 bytes, of 64 with those of 128. The device does not write the buffer then: polling does.
 */
public enum InlineReceive {
    /** As the device does it by itself: for Receives, unless its environment says otherwise. */
    DEFAULT,
    /** Never ({@code MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE}). */
    DISABLE,
    /** For Receives and for the answers to this side's reads ({@code MLX5DV_QP_CREATE_ALLOW_SCATTER_TO_CQE}). */
    ALLOW
}
