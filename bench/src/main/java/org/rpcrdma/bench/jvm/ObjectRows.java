// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rpcrdma.frmr.FrmrPoolStatus;
import org.rpcrdma.rnic.MemoryRegionStatus;

/** Formats pools and regions like rdma(8): as ordered members of a JSON object, and as a line of text. */
public final class ObjectRows {
    private ObjectRows() {}

    /** Returns a pool in the format of {@code rdma resource show frmr_pools}. The details are the fields of its key. */
    static Map<String, Object> of(
            final int index, final String device, final FrmrPoolStatus pool, final boolean details) {
        final Map<String, Object> members = ofDevice(index, device);
        members.put("key", PoolKey.of(pool).toString());
        if (details) {
            members.put("ats", pool.isAts() ? 1 : 0);
            members.put("access_flags", Integer.toUnsignedLong(pool.getAccessFlags()));
            members.put("vendor_key", unsigned(pool.getVendorKey()));
            members.put("num_dma_blocks", pool.getDmaBlocks());
            if (pool.getKernelVendorKey() != 0) {
                members.put("kernel_vendor_key", unsigned(pool.getKernelVendorKey()));
            }
        }
        members.put("queue", pool.getQueued());
        members.put("in_use", pool.getInUse());
        members.put("max_in_use", pool.getMaxInUse());
        members.put("pinned", pool.getPinned());
        return members;
    }

    /** Returns a memory region in the format of {@code rdma statistic show mr}. */
    static Map<String, Object> of(final int index, final String device, final MemoryRegionStatus region) {
        final Map<String, Object> members = ofDevice(index, device);
        members.put("mrn", region.getNumber());
        members.put("page_faults", region.getPageFaults());
        members.put("page_faults_handled", region.getPageFaultsHandled());
        members.put("page_invalidations", region.getPageInvalidations());
        members.put("page_invalidations_handled", region.getPageInvalidationsHandled());
        members.put("page_prefetch", region.getPagePrefetch());
        return members;
    }

    private static Map<String, Object> ofDevice(final int index, final String device) {
        final Map<String, Object> members = new LinkedHashMap<>();
        members.put("ifindex", index);
        members.put("ifname", device);
        return members;
    }

    private static BigInteger unsigned(final long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }

    /** Returns a line of text, with the key in hexadecimal and all other numbers in decimal. */
    public static String line(final Map<String, Object> members) {
        final StringBuilder line = new StringBuilder("dev " + members.get("ifname"));
        members.forEach((name, value) -> line.append(name.startsWith("if") ? "" : " " + name + " " + value));
        return line.toString();
    }
}
