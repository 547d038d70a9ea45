// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/**
 * Encloses the handling of completions. Tear-down and any exceptions thrown by handlers are deferred until
 * {@link #endDispatch()}.
 */
public interface Dispatch {
    /** Begins a dispatch. Dispatches can be nested. */
    void beginDispatch();

    /** Ends the innermost dispatch. */
    void endDispatch();
}
