// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/** What stands around the handling of completions: the end, and what handlers threw, wait until it is over. */
public interface Dispatch {
    /** Completions are handled from now on; these nest. */
    void beginDispatch();

    /** They are handled. */
    void endDispatch();
}
