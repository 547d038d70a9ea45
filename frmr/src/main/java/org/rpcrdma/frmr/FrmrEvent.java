// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.List;
import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Unsigned;
import org.rpcrdma.verbs.jvm.RecordedEvents;

/**
 * A pool's JDK Flight Recorder events. Each event contains the pool's key. Without a recorder, no event is created; a
 * frequent event is created only if it is enabled. Events are best effort: if there is not
 * enough memory for an event, the event is lost, but nothing else is affected.
 */
@Category({"rpcrdma", "FRMR pools"})
@StackTrace(false)
@Registered(false)
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

    FrmrEvent() {
        Registration.EVENTS.register();
    }

    static void hit(final FrmrPool pool, final int handle) {
        if (Registration.EVENTS.register() && Frequent.HIT.isEnabled()) {
            commit(pool, handle, PopHit::new);
        }
    }

    static void miss(final FrmrPool pool, final int handle) {
        commit(pool, handle, PopMiss::new);
    }

    static void push(final FrmrPool pool, final int handle) {
        if (Registration.EVENTS.register() && Frequent.PUSH.isEnabled()) {
            commit(pool, handle, Push::new);
        }
    }

    private static void commit(final FrmrPool pool, final int handle, final Supplier<OfHandle> maker) {
        try {
            final OfHandle event = maker.get();
            event.handle = handle;
            event.commit(pool);
        } catch (final OutOfMemoryError e) {
            return;
        }
    }

    final void commit(final FrmrPool pool) {
        final FrmrKey key = pool.key();
        ats = key.ats();
        accessFlags = key.accessFlags();
        vendorKey = key.vendorKey();
        kernelVendorKey = key.kernelVendorKey();
        dmaBlocks = key.dmaBlocks();
        try {
            commit();
        } catch (final OutOfMemoryError e) {
            return;
        }
    }

    /** Registers all events together, because a recording includes only the events that are registered. */
    private static final class Registration {
        static final RecordedEvents EVENTS = new RecordedEvents(List.of(
                Create.class, Destroy.class, PopHit.class, PopMiss.class, Push.class, AgingPass.class, Pin.class));
    }

    /**
     * Contains the events with which a pool checks if a recording is active. They are not in the enclosing class,
     * because JDK 17's recorder initializes an event's superclass while it loads the event.
     */
    private static final class Frequent {
        static final FrmrEvent HIT = new PopHit();
        static final FrmrEvent PUSH = new Push();
    }

    /** An event about one handle. */
    abstract static class OfHandle extends FrmrEvent {
        @Label("Handle")
        @Unsigned
        int handle;
    }

    /** An event about several handles. */
    abstract static class OfHandles extends FrmrEvent {
        @Label("Handles")
        int handles;
    }

    @Name("org.rpcrdma.FrmrCreate")
    @Label("FRMR Create")
    @Description("The driver created handles or failed to create them")
    static final class Create extends OfHandles {}

    @Name("org.rpcrdma.FrmrDestroy")
    @Label("FRMR Destroy")
    @Description("The driver destroyed idle handles")
    static final class Destroy extends OfHandles {
        @Label("Left")
        @Description("Handles that the device failed to destroy")
        int left;
    }

    @Name("org.rpcrdma.FrmrPopHit")
    @Label("FRMR Pop Hit")
    @Description("A pop found a handle in the pool. Frequent, so disabled by default")
    @Enabled(false)
    private static final class PopHit extends OfHandle {}

    @Name("org.rpcrdma.FrmrPopMiss")
    @Label("FRMR Pop Miss")
    @Description("A pop created a handle because the pool was empty")
    private static final class PopMiss extends OfHandle {}

    @Name("org.rpcrdma.FrmrPush")
    @Label("FRMR Push")
    @Description("A handle was pushed. Frequent, so disabled by default")
    @Enabled(false)
    private static final class Push extends OfHandle {}

    @Name("org.rpcrdma.FrmrAgingPass")
    @Label("FRMR Aging Pass")
    @Description("An ageing pass destroyed the handles that were idle for one period")
    static final class AgingPass extends FrmrEvent {
        @Label("Destroyed")
        int destroyed;

        @Label("Queued")
        @Description("Handles in the pool after the pass")
        int queued;
    }

    @Name("org.rpcrdma.FrmrPin")
    @Label("FRMR Pin")
    @Description("The minimum number of handles in a pool was set")
    static final class Pin extends OfHandles {}
}
