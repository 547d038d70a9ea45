// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp;

import org.rpcrdma.rnic.port.DmaTimes;
import org.rpcrdma.rnic.time.Timeline;

/** The DMA of a software device. It takes no time apart from the time needed to copy the data. */
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
