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
 * What an indirect key is created with ({@code struct mlx5dv_mkey_init_attr}).
 *
 * @param flags      {@link #INDIRECT}, {@link #REMOTE_INVALIDATE}, {@link #BLOCK_SIGNATURE}.
 * @param maxEntries entries that a layout may take, at least 1.
 * @param entrySize  bytes of each entry, a power of 2 from a page on (KSM); 0 where entries have any lengths (KLM).
 */
public record IndirectKeyAttributes(int flags, int maxEntries, long entrySize) {
    /** It names other keys; every indirect key has this flag. */
    public static final int INDIRECT = 1;

    /** Blocks of its memory carry signatures. */
    public static final int BLOCK_SIGNATURE = 1 << 1;

    /** A peer may invalidate it. */
    public static final int REMOTE_INVALIDATE = 1 << 4;

    /**
     * Attributes of a key with entries of any lengths.
     *
     * @param flags      as above.
     * @param maxEntries entries that a layout may take.
     */
    public IndirectKeyAttributes(final int flags, final int maxEntries) {
        this(flags, maxEntries, 0);
    }
}
