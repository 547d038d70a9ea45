// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import java.util.LinkedHashMap;
import java.util.Map;

/** A cache that replaces the least recently used, as a linked map has it: what the simulated ones are held to. */
public final class NaiveCache<V> extends LinkedHashMap<Long, V> {
    private static final long serialVersionUID = 1L;

    private final int entries;

    public NaiveCache(final int entries) {
        super(16, 0.75f, true);
        this.entries = entries;
    }

    @Override
    protected boolean removeEldestEntry(final Map.Entry<Long, V> eldest) {
        return size() > entries;
    }
}
