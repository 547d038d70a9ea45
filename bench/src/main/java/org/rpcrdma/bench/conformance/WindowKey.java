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
package org.rpcrdma.bench.conformance;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;

/** The key of a window of type 2 over a buffer of one side. */
public final class WindowKey implements WorkRequestKey {
    private static final int LENGTH = 4096;

    private final Endpoint side;
    private final MemoryRegion region;
    private final BoundWindow window;

    /**
     * Makes a window that is not bound.
     *
     * @param bed  the world.
     * @param side whose memory, and whose send queue.
     */
    public WindowKey(final Testbed bed, final Endpoint side) {
        this.side = side;
        region = bed.own(side.buffer(LENGTH).register(side.domain(), Access.LOCAL_WRITE | Access.MW_BIND));
        window = new BoundWindow(bed, side, MemoryWindow.TYPE_2);
    }

    @Override
    public Endpoint side() {
        return side;
    }

    @Override
    public long iova() {
        return region.iova();
    }

    @Override
    public int open() {
        return window.bind(region, Access.REMOTE_READ | Access.REMOTE_WRITE);
    }
}
