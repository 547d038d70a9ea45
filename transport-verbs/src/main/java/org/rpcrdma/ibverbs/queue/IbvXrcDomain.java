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
package org.rpcrdma.ibverbs.queue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.layout.XrcLayout;
import org.rpcrdma.verbs.XrcDomain;

/** An XRC domain of {@code ibv_open_xrcd(3)}, of this process alone. */
public final class IbvXrcDomain extends NativeObject implements XrcDomain {
    public IbvXrcDomain(final DeviceContext device) {
        super(device);
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment wanted = arena.allocate(XrcLayout.DOMAIN_SIZE, Long.BYTES);
            wanted.set(JAVA_INT, XrcLayout.DOMAIN_COMP_MASK, XrcLayout.DOMAIN_MASK_FD_AND_FLAGS);
            wanted.set(JAVA_INT, XrcLayout.DOMAIN_FD, XrcLayout.NO_FILE);
            wanted.set(JAVA_INT, XrcLayout.DOMAIN_FLAGS, XrcLayout.O_CREAT);
            begin(device.ops().optional().openXrcDomain.pointer(device.context(), wanted.address()));
        }
    }

    @Override
    public void close() {
        end(context().ops().optional().closeXrcDomain);
    }
}
