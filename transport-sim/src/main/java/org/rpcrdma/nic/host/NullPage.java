// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;

/** Stands in for memory that is not there: a page of zeros. */
public final class NullPage {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(Pages.SIZE);

    private NullPage() {}

    /** Returns the native address of a page of zeros. */
    public static long toRead() {
        return BufferUtil.address(ZEROS);
    }
}
