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
package org.rpcrdma.nic;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;

/** Stands in for memory that is not there: a page of zeros to read, and a page to write that nobody reads. */
final class NullPage {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(PageTable.PAGE_SIZE);
    private static final ByteBuffer DROPPED = ByteBuffer.allocateDirect(PageTable.PAGE_SIZE);

    private NullPage() {}

    /** The native address that takes an access of a page at most. */
    static long of(final int access) {
        return BufferUtil.address(access == PageTable.DEVICE_READS ? ZEROS : DROPPED);
    }
}
