// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.CloseHelper;

/** What an object has made and closes, the newest first; if its constructor fails, what there is until then. */
final class Parts implements AutoCloseable {
    private final Deque<AutoCloseable> newestFirst = new ArrayDeque<>();

    <T extends AutoCloseable> T keep(final T part) {
        newestFirst.push(part);
        return part;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(newestFirst);
    }
}
