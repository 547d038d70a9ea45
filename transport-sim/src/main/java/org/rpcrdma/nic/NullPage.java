// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
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
