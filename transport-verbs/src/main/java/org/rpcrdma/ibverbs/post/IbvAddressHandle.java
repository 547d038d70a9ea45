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

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.AddressVectors;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.layout.AddressLayout;
import org.rpcrdma.verbs.AddressHandle;
import org.rpcrdma.verbs.AddressVector;

/** An address handle of {@code ibv_create_ah}. */
public final class IbvAddressHandle extends NativeObject implements AddressHandle {
    private final AddressVector vector;

    public IbvAddressHandle(final NativeDomain domain, final AddressVector vector) {
        super(domain.context());
        this.vector = vector;
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attributes = arena.allocate(AddressLayout.SIZE, Long.BYTES);
            AddressVectors.write(attributes, 0, vector, context().addresses());
            begin(context().library().createAh.pointer(domain.pointer(), attributes.address()));
        }
    }

    @Override
    public AddressVector vector() {
        return vector;
    }

    @Override
    public void close() {
        end(context().library().destroyAh);
    }
}
