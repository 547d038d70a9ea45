// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.layout.PortLayout;
import org.rpcrdma.ibverbs.library.Libibverbs;

/**
 * The current state of a device's port.
 *
 * @param number       the number of the port, from 1.
 * @param isInfiniBand true if the port's link is InfiniBand, false if it is Ethernet.
 * @param lid          the port's local identifier in an InfiniBand subnet, 0 to 65535; 0 on Ethernet.
 */
record NicPort(int number, boolean isInfiniBand, int lid) {
    /** Queries a port. If the device does not have the port, returns a port whose link is not InfiniBand. */
    static NicPort query(final Libibverbs library, final OpenContext context, final int number) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment told = arena.allocate(PortLayout.SIZE, Long.BYTES);
            final int errno = library.queryPort.errno(context.pointer(), number, told.address());
            return new NicPort(
                    number,
                    errno == 0 && told.get(JAVA_BYTE, PortLayout.LINK_LAYER) == PortLayout.INFINIBAND,
                    Short.toUnsignedInt(told.get(JAVA_SHORT, PortLayout.LID)));
        }
    }

    /** Returns the port's number and link type, for use in messages. */
    String description() {
        return "port=" + number + " link=" + (isInfiniBand ? "InfiniBand" : "Ethernet");
    }
}
