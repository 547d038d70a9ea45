// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp;

import org.rpcrdma.rnic.port.DmaTimes;
import org.rpcrdma.rnic.time.Timeline;

/** DMA of a program, which is over when it has copied the data. */
record ImmediateDma(Timeline timeline) implements DmaTimes {
    private static final RequestPipeline PIPELINE = (isFirst, landing) -> landing;

    @Override
    public long landing(final int bytes) {
        return timeline.nanoTime();
    }

    @Override
    public RequestPipeline newPipeline() {
        return PIPELINE;
    }
}
