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
package org.rpcrdma.ibverbs.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.layout.PortLayout;
import org.rpcrdma.ibverbs.library.Libibverbs;

/**
 * A port of a device, as it is now.
 *
 * @param number       from 1.
 * @param isInfiniBand whether its link is InfiniBand, and not Ethernet.
 * @param lid          its local identifier in an InfiniBand subnet, 0 to 65535; 0 on Ethernet.
 */
record Port(int number, boolean isInfiniBand, int lid) {
    /** Asks for a port; one that the device does not have is none of InfiniBand. */
    static Port query(final Libibverbs library, final OpenContext context, final int number) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment told = arena.allocate(PortLayout.SIZE, Long.BYTES);
            final int errno = library.queryPort.errno(context.pointer(), number, told.address());
            return new Port(
                    number,
                    errno == 0 && told.get(JAVA_BYTE, PortLayout.LINK_LAYER) == PortLayout.INFINIBAND,
                    Short.toUnsignedInt(told.get(JAVA_SHORT, PortLayout.LID)));
        }
    }

    /** Its number and its link, for messages. */
    String description() {
        return "port=" + number + " link=" + (isInfiniBand ? "InfiniBand" : "Ethernet");
    }
}
