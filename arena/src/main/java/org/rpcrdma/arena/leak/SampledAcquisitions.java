// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.BitUtil;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.StateBits;
import org.rpcrdma.arena.jvm.Fields;
import org.rpcrdma.verbs.Clock;

/**
 * Records the thread and time of a sample of the acquisitions. A release costs nothing, because a record becomes
 * obsolete, and may be overwritten, when its buffer is no longer held under the recorded handle. The first table
 * suffices for a small arena, or for about 2,000 buffers in use. For more buffers, a larger table is allocated. In the
 * first table of a small arena, a record is allocated when its place is first used, because there may be an arena per
 * connection. No other objects are allocated.
 *
 * <pre>
 *  newest     +---+---+---+---+- ... -+---+   a record is in one of {@value #CHOICES} adjacent places, chosen by
 *  table      |   | x |   | x |       |   |   the buffer's number
 *             +---+---+---+---+- ... -+---+
 *    before:  +---+---+---+---+---+---+---+---+   half as large, read-only: records from before the
 *             |   |   | x |   |   |   |   |   |   table was full
 *             +---+---+---+---+---+---+---+---+
 * </pre>
 */
public final class SampledAcquisitions extends LeakTracker {
    private static final int CHOICES = 8;
    /** The number of records in the first table of a large arena. */
    private static final int FIRST = 64;
    /**
     * The number of buffers per record in smaller arenas, which therefore have eight times as many records as recorded
     * acquisitions.
     */
    private static final int BUFFERS_PER_RECORD = 16;
    /**
     * The number of records in the largest table. Together with the earlier tables, this takes less than a quarter of a
     * byte per buffer in a large arena.
     */
    private static final int MOST = 2048;

    private static final VarHandle NEWEST = Fields.of(MethodHandles.lookup(), "newest", Table.class);
    private static final VarHandle RECORD = MethodHandles.arrayElementVarHandle(Acquisition[].class);

    private final ShardIndex index;
    private final Clock clock;
    private volatile Table newest;

    public SampledAcquisitions(final ShardIndex index, final Clock clock) {
        this.index = index;
        this.clock = clock;
        newest = new Table(null, firstRoom(index.geometry.maxBuffers()));
    }

    private static int firstRoom(final long buffers) {
        final long records = Math.max(CHOICES, Math.min(FIRST, buffers / BUFFERS_PER_RECORD));
        return BitUtil.findNextPositivePowerOfTwo((int) records);
    }

    @Override
    public void acquired(final long handle) {
        final long time = clock == null ? 0 : clock.nanoTime();
        Table table = newest;
        while (!record(table, handle, time)) {
            if (table.records.length == MOST) {
                recordBefore(table, handle, time);
                return;
            }
            NEWEST.compareAndSet(this, table, new Table(table, 2 * table.records.length));
            table = newest;
        }
    }

    /**
     * Records an acquisition in the first of the earlier tables with a free place, because the largest table is full.
     */
    private void recordBefore(final Table largest, final long handle, final long time) {
        Table table = largest.before;
        while (table != null && !record(table, handle, time)) {
            table = table.before;
        }
    }

    private boolean record(final Table table, final long handle, final long time) {
        final int first = table.first(handle);
        for (int i = first; i < first + CHOICES; i++) {
            final Acquisition record = table.at(i);
            final long before = record.handle();
            if (isOld(before, handle) && record.replace(before, handle, Thread.currentThread(), time)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if a record is obsolete because it describes either an earlier use of this buffer, or the use of
     * another buffer that has since been released.
     */
    private boolean isOld(final long recorded, final long handle) {
        final int buffer = HandleBits.buffer(recorded);
        return recorded == HandleBits.NONE
                || buffer == HandleBits.buffer(handle)
                || !StateBits.sameGeneration(index.leafOf(buffer).state(buffer), HandleBits.state(recorded, index.tag));
    }

    @Override
    public RecordedUse find(final long handle) {
        for (Table table = newest; table != null; table = table.before) {
            final Trace trace = table.find(handle, clock);
            if (trace != null) {
                return new RecordedUse(handle, trace, null);
            }
        }
        return null;
    }

    /** A table of records. */
    private static final class Table {
        final Table before;
        private final Acquisition[] records;

        Table(final Table before, final int room) {
            this.before = before;
            records = new Acquisition[room];
            for (int i = 0; room >= FIRST && i < room; i++) {
                records[i] = new Acquisition();
            }
        }

        /**
         * Returns the first place for a record. The numbers of sampled buffers are evenly spaced, because first
         * generations are, so multiplication alone would cluster the records.
         */
        int first(final long handle) {
            final int product = HandleBits.buffer(handle) * 0x9E3779B9;
            return (product ^ product >>> 15) * 0x85EBCA6B >>> Integer.numberOfLeadingZeros(records.length - 1);
        }

        /** Returns the record in a place; null if the place has never been used. */
        private Acquisition present(final int place) {
            return records[place & records.length - 1];
        }

        /** Returns the record in a place, and allocates it if necessary. Fields of a new record are all 0. */
        Acquisition at(final int place) {
            final Acquisition present = present(place);
            if (present != null) {
                return present;
            }
            RECORD.compareAndSet(records, place & records.length - 1, null, new Acquisition());
            return present(place);
        }

        Trace find(final long handle, final Clock clock) {
            final int first = first(handle);
            Trace trace = null;
            for (int i = first; i < first + CHOICES && trace == null; i++) {
                final Acquisition record = present(i);
                if (record != null && record.handle() == handle) {
                    trace = record.read(handle, clock);
                }
            }
            return trace;
        }
    }
}
