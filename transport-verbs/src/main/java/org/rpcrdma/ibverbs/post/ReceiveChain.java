/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs.post;

import org.rpcrdma.ibverbs.layout.ReceiveLayout;
import org.rpcrdma.verbs.ReceiveRequests;

/** Receives, staged as {@code struct ibv_recv_wr}, which is what every chain has and nothing else. */
public final class ReceiveChain extends RequestChain implements ReceiveRequests {
    public ReceiveChain(final int capacity, final int maxElements) {
        super(capacity, maxElements, ReceiveLayout.SIZE);
    }

    @Override
    public void receive(final long wrId, final long iova, final int length, final int lkey) {
        begin(wrId);
        sge(iova, length, lkey);
    }

    @Override
    public void receive(final long wrId) {
        begin(wrId);
    }
}
