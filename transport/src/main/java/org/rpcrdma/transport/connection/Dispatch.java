// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/**
 * Encloses the handling of completions: tear-down and handlers' exceptions are deferred until {@link #endDispatch()}.
 */
public interface Dispatch {
    /** Begins to handle completions; calls nest. */
    void beginDispatch();

    /** Ends the innermost handling. */
    void endDispatch();
}
