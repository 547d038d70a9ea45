// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.verbs.VerbsException;

/** Calls near the end of a thread's stack: each happens whole or not at all, and gives the locks back. */
public class FrmrStackTest {
    private static final FrmrKey KEY = FrmrKey.of(1, 8);
    private static final int SWEEPS = 3;
    private static final int DEPTHS = 400;
    private static final long STACK = 1 << 18;
    /** Wide frames that the last steps down replace by narrow ones: more than {@link #DEPTHS} of those. */
    private static final int WIDE_FRAMES_LEFT = 96;

    private final Numbers driver = new Numbers();
    private final FrmrPools pools = new FrmrPools(driver, new StillClock());
    private final FrmrPool pool = pools.pool(KEY);
    private final int[] held = new int[SWEEPS * DEPTHS];
    private int count;
    private int left;
    private int overflows;

    /** A driver that calls nothing, so that it works or is not called. */
    private static final class Numbers implements FrmrDriver {
        private int created;
        private int destroyed;

        @Override
        public void create(final FrmrKey key, final int[] handles, final int wanted) {
            for (int i = 0; i < wanted; i++) {
                handles[i] = created + i;
            }
            created += wanted;
        }

        @Override
        public void destroy(final int[] handles, final int given) {
            destroyed += given;
        }
    }

    private void at(final int depth, final Runnable step) {
        left = depth;
        if (depth > 0) {
            at(depth - 1, step);
        } else {
            step.run();
        }
    }

    /**
     * Goes down by wide frames, far fewer of which fill a stack: an overflow takes its time for each frame. The
     * arguments are used after the call, so that each frame keeps them.
     */
    private long atWide(
            final int depth,
            final Runnable step,
            final long a,
            final long b,
            final long c,
            final long d,
            final long e,
            final long f,
            final long g,
            final long h,
            final long i,
            final long j,
            final long k,
            final long l) {
        left = depth;
        if (depth == 0) {
            step.run();
            return a;
        }
        return atWide(depth - 1, step, b, c, d, e, f, g, h, i, j, k, l, a)
                + (a * b ^ c * d ^ e * f ^ g * h ^ i * j ^ k * l)
                + (a + b ^ c + d ^ e + f ^ g + h ^ i + j ^ k + l);
    }

    private void atWide(final int depth, final Runnable step) {
        atWide(depth, step, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }

    /** Returns how many frames the stack takes, if a step goes down as many as it is given. */
    private int deepest(final IntConsumer down) {
        try {
            down.accept(Integer.MAX_VALUE);
        } catch (final StackOverflowError e) {
            overflows++;
        }
        return Integer.MAX_VALUE - left;
    }

    /** Does a step again and again, each time a frame farther from the end of the stack. */
    private void sweep(final Runnable step) {
        final int wide = deepest(depth -> atWide(depth, () -> {})) - WIDE_FRAMES_LEFT;
        final int deepest = deepest(depth -> atWide(wide, () -> at(depth, () -> {})));
        for (int i = 0; i < DEPTHS; i++) {
            final int depth = deepest - i;
            try {
                atWide(wide, () -> at(depth, step));
            } catch (final StackOverflowError e) {
                overflows++;
            }
        }
        final FrmrPoolStatistics now = pool.statistics();
        assertEquals(count, now.inUse());
        assertEquals(driver.created - driver.destroyed, count + now.queued() + now.destroying());
    }

    private void pop() {
        held[count] = pool.pop();
        count++;
    }

    private void push() {
        if (count > 5) {
            pool.push(held[count - 1]);
            count--;
        }
    }

    private void drop() {
        if (count > 0) {
            pool.drop();
            driver.destroyed++;
            count--;
        }
    }

    private void closeInUse() {
        try {
            pools.close();
        } catch (final VerbsException e) {
            assertInUse(e);
        }
    }

    private static void assertInUse(final VerbsException e) {
        assertTrue(e.getMessage().contains("handles are in use"), e.getMessage());
    }

    private void sweeps() {
        for (int i = 0; i < SWEEPS; i++) {
            sweep(this::pop);
            sweep(this::push);
            sweep(() -> pools.setPinned(KEY, 40));
            sweep(() -> pools.setPinned(KEY, 0));
            sweep(pool::pass);
            sweep(pool::statistics);
            sweep(pool::inUse);
            sweep(this::pop);
            sweep(this::closeInUse);
            sweep(this::push);
        }
        assertTrue(overflows > 20 * SWEEPS, "overflows=" + overflows);
        sweep(this::drop);
        while (count > 0) {
            pool.push(held[--count]);
        }
        pools.close();
        assertEquals(driver.created, driver.destroyed);
    }

    private static void run() throws InterruptedException {
        final Throwable[] failure = {null};
        final Thread thread = new Thread(null, () -> new FrmrStackTest().sweeps(), "end of the stack", STACK);
        thread.setUncaughtExceptionHandler((dead, e) -> failure[0] = e);
        thread.start();
        thread.join();
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
    }

    /** In a JVM of its own. */
    public static void main(final String[] arguments) throws InterruptedException {
        run();
    }

    @Test
    void shouldDoAllOrNothingAtTheEndOfTheStack() throws Exception {
        run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"})
    void shouldDoAllOrNothingHoweverCodeIsRun(final String flag) throws Exception {
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                        flag,
                        "-cp",
                        System.getProperty("java.class.path"),
                        FrmrStackTest.class.getName())
                .redirectErrorStream(true)
                .start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
    }
}
