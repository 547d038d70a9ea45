// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Input that may arrive slowly ({@code tcpdump -w - | rpcrdma decode -}). Flushes the output before it waits for more
 * input.
 */
public final class LiveInput extends FilterInputStream {
    private final TextOutput output;

    public LiveInput(final InputStream input, final TextOutput output) {
        super(input);
        this.output = output;
    }

    @Override
    public int read() throws IOException {
        flushBeforeWaiting();
        return super.read();
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        flushBeforeWaiting();
        return super.read(bytes, offset, length);
    }

    private void flushBeforeWaiting() throws IOException {
        if (in.available() == 0) {
            output.flush();
        }
    }

    /** Does nothing, because the input belongs to the process. */
    @Override
    public void close() {
        // standard input stays open
    }
}
