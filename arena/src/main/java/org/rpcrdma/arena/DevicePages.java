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
package org.rpcrdma.arena;

/** Counts the device pages that a mapping covers. */
final class DevicePages {
    private DevicePages() {}

    /** Pages of {@code pageSize} (a power of two) that hold a byte of the range; the range has at least one. */
    static long covering(final long iova, final long length, final int pageSize) {
        final int shift = Integer.numberOfTrailingZeros(pageSize);
        return ((iova + length - 1) >>> shift) - (iova >>> shift) + 1;
    }
}
