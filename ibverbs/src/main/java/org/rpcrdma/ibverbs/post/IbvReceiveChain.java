// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.post;

import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.verbs.ReceiveRequests;

/**
 * Receives that are staged in the form of {@code struct ibv_recv_wr}, which contains only the fields that all requests
 * share.
 */
public final class IbvReceiveChain extends RequestChain implements ReceiveRequests {
    public IbvReceiveChain(final int capacity, final int maxElements) {
        super(capacity, maxElements, ReceiveLayout.SIZE);
    }

    @Override
    public void receive(final long wrId, final long iova, final int length, final int lkey) {
        stage(wrId, iova, length, lkey);
    }

    @Override
    public void receive(final long wrId) {
        begin(wrId);
    }
}
