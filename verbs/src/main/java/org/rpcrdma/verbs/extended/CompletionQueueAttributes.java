// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The attributes for creating a completion queue ({@code struct ibv_cq_init_attr_ex} and
 * {@code struct mlx5dv_cq_init_attr}).
 *
 * @param entries          the number of completions that the queue can hold, 1 to {@link DeviceAttributes#maxCqe()}.
 * @param completionVector the index of a device interrupt, less than {@link DeviceAttributes#completionVectors()}.
 * @param entrySize        the number of bytes per entry, either 64 or 128, which limits the length of an inline
 *                         Receive; 0 selects the device's default.
 */
public record CompletionQueueAttributes(int entries, int completionVector, int entrySize) {
    /**
     * Creates the attributes of a queue with the device's default entry size.
     *
     * @param entries          the number of completions that the queue can hold.
     * @param completionVector the index of a device interrupt.
     */
    public CompletionQueueAttributes(final int entries, final int completionVector) {
        this(entries, completionVector, 0);
    }
}
