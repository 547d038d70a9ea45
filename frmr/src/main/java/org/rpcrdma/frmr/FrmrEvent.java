// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Unsigned;

/** The events of JDK Flight Recorder for a pool; each event carries the pool's key. {@link FrmrEvents} makes them. */
@Category({"rpcrdma", "FRMR pools"})
@StackTrace(false)
abstract class FrmrEvent extends Event {
    @Label("ATS")
    boolean ats;

    @Label("Access Flags")
    int accessFlags;

    @Label("Vendor Key")
    @Unsigned
    long vendorKey;

    @Label("Kernel Vendor Key")
    @Unsigned
    long kernelVendorKey;

    @Label("DMA Blocks")
    long dmaBlocks;

    final void commit(final FrmrPool pool) {
        final FrmrKey key = pool.key();
        ats = key.ats();
        accessFlags = key.accessFlags();
        vendorKey = key.vendorKey();
        kernelVendorKey = key.kernelVendorKey();
        dmaBlocks = key.dmaBlocks();
        commit();
    }

    @Name("org.rpcrdma.FrmrCreate")
    @Label("FRMR Create")
    @Description("The driver made handles, or failed to")
    static final class Create extends FrmrEvent {
        @Label("Handles")
        int handles;
    }

    @Name("org.rpcrdma.FrmrDestroy")
    @Label("FRMR Destroy")
    @Description("The driver destroyed handles that were idle")
    static final class Destroy extends FrmrEvent {
        @Label("Handles")
        int handles;

        @Label("Left")
        @Description("Handles that the device refused to destroy")
        int left;
    }

    @Name("org.rpcrdma.FrmrPopHit")
    @Label("FRMR Pop Hit")
    @Description("A handle was taken that was kept; off unless asked for, as it is frequent")
    @Enabled(false)
    static final class PopHit extends FrmrEvent {
        @Label("Handle")
        @Unsigned
        int handle;
    }

    @Name("org.rpcrdma.FrmrPopMiss")
    @Label("FRMR Pop Miss")
    @Description("A handle was made for who asked, because none was kept")
    static final class PopMiss extends FrmrEvent {
        @Label("Handle")
        @Unsigned
        int handle;
    }

    @Name("org.rpcrdma.FrmrPush")
    @Label("FRMR Push")
    @Description("A handle was given back; off unless asked for, as it is frequent")
    @Enabled(false)
    static final class Push extends FrmrEvent {
        @Label("Handle")
        @Unsigned
        int handle;
    }

    @Name("org.rpcrdma.FrmrAgingPass")
    @Label("FRMR Aging Pass")
    @Description("Handles that lay idle for a period were destroyed, the others became older")
    static final class AgingPass extends FrmrEvent {
        @Label("Destroyed")
        int destroyed;

        @Label("Queued")
        @Description("Handles that are kept after the pass")
        int queued;
    }

    @Name("org.rpcrdma.FrmrPin")
    @Label("FRMR Pin")
    @Description("The number of handles that a pool keeps at least was set")
    static final class Pin extends FrmrEvent {
        @Label("Handles")
        int handles;
    }
}
