// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.CloseHelper;

/**
 * Closes an object's resources, the newest first. If the object's constructor fails, closes the resources that it has
 * created.
 */
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
