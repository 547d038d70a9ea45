// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.rpcrdma.arena.ArenaLeak;
import org.rpcrdma.arena.LeakListener;

/** Collects the errors that a test's arena reports. Thread-safe. */
final class ArenaLeaks implements LeakListener {
    private final List<IllegalStateException> errors = new CopyOnWriteArrayList<>();

    /**
     * Does nothing. The buffer of a lost lease remains in use, so closing the arena fails and the failure reports the
     * buffer.
     */
    @Override
    public void leaked(final ArenaLeak leak) {}

    @Override
    public void writtenWhileFree(final IllegalStateException error) {
        errors.add(error);
    }

    /** Returns the errors reported for writes to free buffers. */
    List<IllegalStateException> errors() {
        return errors;
    }
}
