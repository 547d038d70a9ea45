// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * A program with FRMR pools on the devices named in its arguments, which a test administers from another process.
 * Prints {@code ready}, then answers every input line with the first device's aging period. Exits when its input ends.
 */
final class PooledProgram {
    private static final int MOST_HANDLES = 1000;

    private PooledProgram() {}

    /** A stopped clock, so that no handle ages during the test. */
    private static final class StoppedClock implements Clock.Shared {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Timer newTimer(final Runnable task) {
            return new Timer() {
                private volatile boolean armed;

                @Override
                public void arm(final long delayNanos) {
                    armed = true;
                }

                @Override
                public boolean cancel() {
                    final boolean was = armed;
                    armed = false;
                    return was;
                }

                @Override
                public boolean isArmed() {
                    return armed;
                }
            };
        }
    }

    /**
     * A driver that assigns consecutive numbers to handles. It does not support ATS, and limits the number of handles.
     */
    private static final class Driver implements FrmrDriver {
        private final AtomicInteger made = new AtomicInteger();

        @Override
        public void create(final FrmrKey key, final int[] handles, final int count) {
            if (made.addAndGet(count) > MOST_HANDLES) {
                throw new VerbsException(Errno.ENOMEM, "no handles left: limit=" + MOST_HANDLES);
            }
            for (int i = 0; i < count; i++) {
                handles[i] = made.get() - i;
            }
        }

        @Override
        public void destroy(final int[] handles, final int count) {
            throw new AssertionError("time stands still");
        }

        @Override
        public FrmrKey buildKey(final FrmrKey requested) {
            if (requested.ats()) {
                throw new VerbsException(Errno.EOPNOTSUPP, "device has no ATS: " + requested);
            }
            return requested;
        }
    }

    public static void main(final String[] devices) throws IOException {
        FrmrPools first = null;
        for (final String device : devices) {
            final FrmrPools pools = new FrmrPools(new Driver(), new StoppedClock());
            work(pools);
            FrmrAdministration.open(device, pools);
            first = first == null ? pools : first;
        }
        System.out.println("ready");
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
            System.out.println(first.agingPeriod());
        }
    }

    /**
     * Leaves three pools: one with two idle handles and one in use, one with one handle in use, and one that is
     * internal to the driver.
     */
    private static void work(final FrmrPools pools) {
        final FrmrKey large = FrmrKey.of(0, 4096);
        final int kept = pools.pop(large);
        final int keptToo = pools.pop(large);
        pools.pop(large);
        pools.push(large, kept);
        pools.push(large, keptToo);
        pools.pop(new FrmrKey(false, 1, 0xabc, 0, 2048));
        pools.pop(new FrmrKey(false, 0, 0, 7, 16));
    }
}
