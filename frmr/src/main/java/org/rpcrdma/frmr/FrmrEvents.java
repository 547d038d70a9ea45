// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import jdk.jfr.Event;

/**
 * Records what happens to pools. While nobody records, an event costs a test of a constant, which the compiler takes
 * away; frequent ones are tested first, so that nothing is allocated for them then.
 */
final class FrmrEvents {
    private static final FrmrEvent.PopHit HIT = new FrmrEvent.PopHit();
    private static final FrmrEvent.Push PUSH = new FrmrEvent.Push();

    private FrmrEvents() {}

    /**
     * Initializes the events, and what exceptions are made of, while there is stack for it: a class whose first use
     * meets the end of a stack is lost to the JVM.
     */
    static void load() {
        for (final Event event : new Event[] {
            HIT,
            PUSH,
            new FrmrEvent.PopMiss(),
            new FrmrEvent.Pin(),
            new FrmrEvent.Create(),
            new FrmrEvent.Destroy(),
            new FrmrEvent.AgingPass()
        }) {
            event.isEnabled();
        }
        FrmrPools.closed();
    }

    static void hit(final FrmrPool pool, final int handle) {
        if (HIT.isEnabled()) {
            final FrmrEvent.PopHit event = new FrmrEvent.PopHit();
            event.handle = handle;
            event.commit(pool);
        }
    }

    static void miss(final FrmrPool pool, final int handle) {
        final FrmrEvent.PopMiss event = new FrmrEvent.PopMiss();
        event.handle = handle;
        event.commit(pool);
    }

    static void push(final FrmrPool pool, final int handle) {
        if (PUSH.isEnabled()) {
            final FrmrEvent.Push event = new FrmrEvent.Push();
            event.handle = handle;
            event.commit(pool);
        }
    }

    static void pin(final FrmrPool pool, final int floor) {
        final FrmrEvent.Pin event = new FrmrEvent.Pin();
        event.handles = floor;
        event.commit(pool);
    }

    static FrmrEvent.Create beginCreate() {
        final FrmrEvent.Create event = new FrmrEvent.Create();
        event.begin();
        return event;
    }

    static void end(final FrmrEvent.Create event, final FrmrPool pool, final int made) {
        event.handles = made;
        event.commit(pool);
    }

    static FrmrEvent.Destroy beginDestroy() {
        final FrmrEvent.Destroy event = new FrmrEvent.Destroy();
        event.begin();
        return event;
    }

    static void end(final FrmrEvent.Destroy event, final FrmrPool pool, final int destroyed, final int left) {
        event.handles = destroyed;
        event.left = left;
        event.commit(pool);
    }

    static FrmrEvent.AgingPass beginPass() {
        final FrmrEvent.AgingPass event = new FrmrEvent.AgingPass();
        event.begin();
        return event;
    }

    static void end(final FrmrEvent.AgingPass event, final FrmrPool pool, final long destroyedBefore) {
        if (event.isEnabled()) {
            final FrmrPoolStatistics after = pool.statistics();
            event.destroyed = (int) (after.destroyed() - destroyedBefore);
            event.queued = after.queued();
            event.commit(pool);
        }
    }
}
