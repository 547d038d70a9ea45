// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.rpcrdma.ibverbs.layout.AddressLayout.DGID;
import static org.rpcrdma.ibverbs.layout.AddressLayout.DLID;
import static org.rpcrdma.ibverbs.layout.AddressLayout.HOP_LIMIT;
import static org.rpcrdma.ibverbs.layout.AddressLayout.IS_GLOBAL;
import static org.rpcrdma.ibverbs.layout.AddressLayout.PORT;
import static org.rpcrdma.ibverbs.layout.AddressLayout.SGID_INDEX;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.VerbsException;

/** Converts address vectors to {@code struct ibv_ah_attr}. */
public final class AddressVectors {
    private static final ValueLayout.OfLong BIG_ENDIAN = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final byte HOPS = 64;

    private AddressVectors() {}

    /**
     * Writes an address vector.
     *
     * @param ports the addresses of the device's ports, including the LIDs.
     * @throws VerbsException EOPNOTSUPP if the destination is on InfiniBand and is not a port of this device.
     */
    public static void write(
            final MemorySegment target, final long at, final AddressVector vector, final PortAddresses ports) {
        target.set(BIG_ENDIAN, at + DGID, vector.destination().subnetPrefix());
        target.set(BIG_ENDIAN, at + DGID + Long.BYTES, vector.destination().interfaceId());
        target.set(JAVA_BYTE, at + SGID_INDEX, (byte) vector.sourceGidIndex());
        target.set(JAVA_BYTE, at + HOP_LIMIT, HOPS);
        target.set(JAVA_SHORT, at + DLID, (short) ports.destinationLid(vector));
        target.set(JAVA_BYTE, at + IS_GLOBAL, (byte) 1);
        target.set(JAVA_BYTE, at + PORT, (byte) vector.port());
    }

    public static AddressVector read(final MemorySegment source, final long at) {
        return new AddressVector(
                gid(source, at + DGID),
                Byte.toUnsignedInt(source.get(JAVA_BYTE, at + SGID_INDEX)),
                Byte.toUnsignedInt(source.get(JAVA_BYTE, at + PORT)));
    }

    static Gid gid(final MemorySegment source, final long at) {
        return new Gid(source.get(BIG_ENDIAN, at), source.get(BIG_ENDIAN, at + Long.BYTES));
    }
}
