// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import java.util.LinkedHashMap;
import java.util.Map;

/** A linked map that evicts its least recently used entry. Tests use it as the reference for the simulated caches. */
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
