// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Chooses whether short payloads arrive inside completions (scatter to CQE): up to 32 bytes in completions of 64 bytes,
 * up to 64 in completions of 128. Polling then copies the payload to the buffer instead of the device.
 */
public enum InlineReceive {
    /** The device's default: for Receives, unless its environment variables disable it. */
    DEFAULT,
    /** Never ({@code MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE}). */
    DISABLE,
    /** For Receives and for the answers to this side's reads ({@code MLX5DV_QP_CREATE_ALLOW_SCATTER_TO_CQE}). */
    ALLOW
}
