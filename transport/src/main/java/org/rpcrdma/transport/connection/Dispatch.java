// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/** Brackets the handling of completions: teardown and handlers' exceptions wait for {@link #endDispatch()}. */
public interface Dispatch {
    /** Begins to handle completions; calls nest. */
    void beginDispatch();

    /** Ends the handling that was begun last. */
    void endDispatch();
}
