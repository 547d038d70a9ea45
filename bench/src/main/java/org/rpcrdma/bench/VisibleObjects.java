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
package org.rpcrdma.bench;

import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.nic.MemoryRegionStatistics;

/** What other JVMs show of their devices. */
enum VisibleObjects {
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

    /** The system property that names the devices that have some. */
    String property() {
        return property;
    }

    /** The command that needs no other JVM. */
    String demo() {
        return demo;
    }
}
