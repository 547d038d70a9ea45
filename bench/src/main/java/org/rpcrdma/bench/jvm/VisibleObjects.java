// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import org.rpcrdma.arena.VisibleArena;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.rnic.MemoryRegionStatistics;

/** The kinds of objects that JVMs expose to the command line. */
public enum VisibleObjects {
    ARENAS("receive arenas", VisibleArena.ARENAS_PROPERTY, "compare"),
    FRMR_POOLS("FRMR pools", FrmrAdministration.DEVICES_PROPERTY, "frmr show --demo"),
    MEMORY_REGIONS("memory regions", MemoryRegionStatistics.DEVICES_PROPERTY, "statistic show mr --demo");

    private final String label;
    private final String property;
    private final String demo;

    VisibleObjects(final String label, final String property, final String demo) {
        this.label = label;
        this.property = property;
        this.demo = demo;
    }

    /** Returns the objects' name in messages. */
    String label() {
        return label;
    }

    /** Returns the system property that lists devices with such objects. */
    String property() {
        return property;
    }

    /** Returns the command that shows objects of this kind without another JVM. */
    String demo() {
        return demo;
    }
}
