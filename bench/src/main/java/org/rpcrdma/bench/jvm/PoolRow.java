// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rpcrdma.frmr.FrmrPoolStatus;

/**
 * A pool as {@code rdma resource show frmr_pools} shows it.
 *
 * @param deviceIndex the device's number.
 * @param device      the device's name.
 * @param pool        the pool.
 */
public record PoolRow(int deviceIndex, String device, FrmrPoolStatus pool) {
    /** Returns true if it is the driver's own. */
    boolean isInternal() {
        return pool.getKernelVendorKey() != 0;
    }

    /** Returns the line for people: the key hexadecimal, everything else decimal. */
    public String line(final boolean details) {
        final StringBuilder line = new StringBuilder("dev " + device);
        fields(details)
                .forEach((name, value) ->
                        line.append(' ').append(name).append(' ').append(value));
        return line.toString();
    }

    /** Returns the members of the JSON object, in their order. */
    public Map<String, Object> members(final boolean details) {
        final Map<String, Object> members = new LinkedHashMap<>();
        members.put("ifindex", deviceIndex);
        members.put("ifname", device);
        members.putAll(fields(details));
        return members;
    }

    private Map<String, Object> fields(final boolean details) {
        final Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("key", PoolKey.of(pool).toString());
        if (details) {
            fields.put("ats", pool.isAts() ? 1 : 0);
            fields.put("access_flags", Integer.toUnsignedLong(pool.getAccessFlags()));
            fields.put("vendor_key", unsigned(pool.getVendorKey()));
            fields.put("num_dma_blocks", pool.getDmaBlocks());
            if (isInternal()) {
                fields.put("kernel_vendor_key", unsigned(pool.getKernelVendorKey()));
            }
        }
        fields.put("queue", pool.getQueued());
        fields.put("in_use", pool.getInUse());
        fields.put("max_in_use", pool.getMaxInUse());
        fields.put("pinned", pool.getPinned());
        return fields;
    }

    private static BigInteger unsigned(final long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }
}
