// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.VerbsException;

/** An XRC domain: the shared receive queues that the XRC queue pairs of the domain can reach. */
public interface XrcDomain extends AutoCloseable {
    /**
     * Closes the domain.
     *
     * @throws VerbsException EBUSY while queue pairs or shared receive queues are left in it.
     */
    @Override
    void close();
}
