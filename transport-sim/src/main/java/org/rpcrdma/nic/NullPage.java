// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;

/** Stands in for memory that is not there: a page of zeros to read, and a page to write that nobody reads. */
final class NullPage {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(Pages.SIZE);
    private static final ByteBuffer DROPPED = ByteBuffer.allocateDirect(Pages.SIZE);

    private NullPage() {}

    /** Returns the native address of a page of zeros. */
    static long toRead() {
        return BufferUtil.address(ZEROS);
    }

    /** Returns the native address of a page that nobody reads. */
    static long toWrite() {
        return BufferUtil.address(DROPPED);
    }
}
