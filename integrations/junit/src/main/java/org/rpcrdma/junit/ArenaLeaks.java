// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.rpcrdma.arena.ArenaLeak;
import org.rpcrdma.arena.LeakListener;

/** Keeps the findings of a test's arena. Thread-safe. */
final class ArenaLeaks implements LeakListener {
    private final List<IllegalStateException> errors = new CopyOnWriteArrayList<>();

    /** A lease that is lost keeps its buffer out, for which the arena refuses to close. */
    @Override
    public void leaked(final ArenaLeak leak) {}

    @Override
    public void writtenWhileFree(final IllegalStateException error) {
        errors.add(error);
    }

    /** Returns the findings about free buffers. */
    List<IllegalStateException> errors() {
        return errors;
    }
}
