// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import org.rpcrdma.arena.VisibleArena;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.rnic.MemoryRegionStatistics;

/** The objects that other JVMs show of their devices. */
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

    /** Their name in messages. */
    String label() {
        return label;
    }

    /** Returns the system property that names the devices that have some. */
    String property() {
        return property;
    }

    /** Returns the command that needs no other JVM. */
    String demo() {
        return demo;
    }
}
