// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.LinkedHashMap;
import java.util.Map;
import org.rpcrdma.nic.MemoryRegionStatus;

/**
 * A memory region as {@code rdma statistic show mr} shows it.
 *
 * @param deviceIndex the device's number.
 * @param device      the device's name.
 * @param region      the region's counters.
 */
public record RegionRow(int deviceIndex, String device, MemoryRegionStatus region) {
    /** Returns the line for people. */
    public String line() {
        final StringBuilder line = new StringBuilder("dev " + device);
        fields().forEach((name, value) ->
                line.append(' ').append(name).append(' ').append(value));
        return line.toString();
    }

    /** Returns the members of the JSON object, in their order. */
    public Map<String, Object> members() {
        final Map<String, Object> members = new LinkedHashMap<>();
        members.put("ifindex", deviceIndex);
        members.put("ifname", device);
        members.putAll(fields());
        return members;
    }

    private Map<String, Object> fields() {
        final Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mrn", region.getNumber());
        fields.put("page_faults", region.getPageFaults());
        fields.put("page_faults_handled", region.getPageFaultsHandled());
        fields.put("page_invalidations", region.getPageInvalidations());
        fields.put("page_invalidations_handled", region.getPageInvalidationsHandled());
        fields.put("page_prefetch", region.getPagePrefetch());
        return fields;
    }
}
