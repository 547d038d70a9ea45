// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.post;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.AddressVectors;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.layout.AddressLayout;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.extended.AddressHandle;

/** An address handle, created by {@code ibv_create_ah}. */
public final class IbvAddressHandle extends NativeObject implements AddressHandle {
    public IbvAddressHandle(final NativeDomain domain, final AddressVector vector) {
        super(domain.context());
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attributes = arena.allocate(AddressLayout.SIZE, Long.BYTES);
            AddressVectors.write(attributes, 0, vector, context().addresses());
            begin(context().library().createAh.pointer(domain.pointer(), attributes.address()));
        }
    }

    @Override
    public void close() {
        end(context().library().destroyAh);
    }
}
