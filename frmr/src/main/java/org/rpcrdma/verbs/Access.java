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
 * Access rights of a memory region, as bits of an {@code int} (the values of {@code enum ibv_access_flags}).
 *
 * <p>Local read access is always on. Remote write and remote atomic need local write as well
 * (InfiniBand specification, 10.6.3.1).
 */
public final class Access {
    /** The device may write the memory on behalf of a local work request. */
    public static final int LOCAL_WRITE = 1;

    /** A peer may write the memory with RDMA WRITE. */
    public static final int REMOTE_WRITE = 1 << 1;

    /** A peer may read the memory with RDMA READ. */
    public static final int REMOTE_READ = 1 << 2;

    /** A peer may work on the memory with atomic operations. */
    public static final int REMOTE_ATOMIC = 1 << 3;

    private Access() {}

    /**
     * Whether a combination of rights is legal.
     *
     * @param access the bits.
     * @return false where it holds an unknown bit, or remote write or atomic without local write.
     */
    public static boolean isValid(final int access) {
        final int all = LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC;
        final boolean needsLocalWrite = (access & (REMOTE_WRITE | REMOTE_ATOMIC)) != 0;
        return (access & ~all) == 0 && (!needsLocalWrite || (access & LOCAL_WRITE) != 0);
    }
}
