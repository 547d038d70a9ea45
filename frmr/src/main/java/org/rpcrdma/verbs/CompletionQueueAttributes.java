/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.verbs;

/**
 * What a completion queue is created with ({@code struct ibv_cq_init_attr_ex} and {@code struct mlx5dv_cq_init_attr}).
 *
 * @param entries          room for completions, 1 to {@link DeviceAttributes#maxCqe()}.
 * @param completionVector which of the device's interrupts, below {@link DeviceAttributes#completionVectors()}.
 * @param entrySize        bytes of an entry, 64 or 128, which bounds what an inline Receive brings; 0 leaves it to the
 *                         device.
 * @param isPadded         whether entries of 128 bytes are padded to one place in a cache line of 128 bytes.
 * @param compression      the format of compressed entries, one of {@link #COMPRESS_HASH} and
 *                         {@link #COMPRESS_CHECKSUM}, or 0.
 */
public record CompletionQueueAttributes(
        int entries, int completionVector, int entrySize, boolean isPadded, int compression) {
    /** Compressed entries carry the hash of the flow. */
    public static final int COMPRESS_HASH = 1;

    /** Compressed entries carry a checksum. */
    public static final int COMPRESS_CHECKSUM = 1 << 1;

    /**
     * Attributes of a plain queue.
     *
     * @param entries          room for completions.
     * @param completionVector which of the device's interrupts.
     */
    public CompletionQueueAttributes(final int entries, final int completionVector) {
        this(entries, completionVector, 0, false, 0);
    }
}
