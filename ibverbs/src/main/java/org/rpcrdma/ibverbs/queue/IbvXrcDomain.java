// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.layout.XrcLayout;
import org.rpcrdma.verbs.extended.XrcDomain;

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
