// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

/** Is notified of READs that were taken and cannot be answered. */
interface ReadFailures {
    /**
     * A READ fails at the peer, once the data of earlier requests is in memory.
     *
     * @param psn             the number of the packet that could not be sent.
     * @param statusThere     the READ's status at the peer.
     * @param messageSequence messages of the peer that were completed before it.
     * @param landing         the earliest time of the answer.
     */
    void readFailed(long psn, int statusThere, int messageSequence, long landing);
}
