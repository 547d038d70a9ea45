// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.Wakeup;

/** Tests threads that pass changes to an event loop and wait for them. */
class LoopChangesTest {
    private final Loop loop = new Loop();
    private final LoopChanges changes = new LoopChanges(loop);
    private final AtomicReference<Thread> made = new AtomicReference<>();
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();

    private Thread begin(final Runnable change) {
        final Thread thread = new Thread(() -> {
            try {
                changes.execute(change);
            } catch (final Throwable e) {
                thrown.set(e);
            }
        });
        thread.start();
        return thread;
    }

    private void note() {
        made.set(Thread.currentThread());
    }

    @Test
    void shouldApplyAChangeOnTheLoopsThread() throws Exception {
        final Thread thread = begin(this::note);
        loop.woken.take().run();
        thread.join();
        assertEquals(Thread.currentThread(), made.get());
        assertEquals(null, thrown.get());
    }

    @Test
    void shouldApplyAChangeOfTheLoopsThreadImmediately() {
        changes.execute(this::note);
        assertEquals(Thread.currentThread(), made.get());
        assertTrue(loop.woken.isEmpty());
    }

    @Test
    void shouldThrowWhatTheChangeThrows() throws Exception {
        final VerbsException refusal = new VerbsException(Errno.EINVAL, "refused");
        final Thread thread = begin(() -> {
            throw refusal;
        });
        loop.woken.take().run();
        thread.join();
        assertEquals(refusal, thrown.get());
    }

    @Test
    void shouldNotApplyAnAbandonedChange() throws Exception {
        final Thread thread = begin(this::note);
        final Runnable turn = loop.woken.take();
        thread.interrupt();
        thread.join();
        assertTrue(
                thrown.get().getMessage().startsWith("ETIMEDOUT: the pools' event loop did not run the change"),
                thrown.get().getMessage());
        turn.run();
        assertEquals(null, made.get());
    }

    /** A software device creates regions only on its event loop. */
    @Test
    void shouldPinHandlesOnTheLoop() throws Exception {
        final List<Thread> creators = new ArrayList<>();
        final FrmrPools pools = new FrmrPools(
                new FrmrDriver() {
                    private int next;

                    @Override
                    public void create(final FrmrKey key, final int[] handles, final int count) {
                        creators.add(Thread.currentThread());
                        for (int i = 0; i < count; i++) {
                            handles[i] = next++;
                        }
                    }

                    @Override
                    public void destroy(final int[] handles, final int count) {}
                },
                new ManualClock());
        final AdministeredPools bean = new AdministeredPools("sim0", 0, pools, changes);
        final Thread thread = new Thread(() -> bean.setPinned(false, 0, 0, 16, 3));
        thread.start();
        loop.woken.take().run();
        thread.join();
        assertEquals(List.of(Thread.currentThread()), creators);
        assertEquals(3, bean.getPools().get(0).getQueued());
        assertThrows(IllegalArgumentException.class, () -> bean.setPinned(false, 0, 0, 16, -1));
        assertFalse(pools.pools().isEmpty());
        pools.close();
    }

    /** An event loop that the test itself runs. */
    private static final class Loop implements EventLoop {
        private final BlockingQueue<Runnable> woken = new LinkedBlockingQueue<>();

        @Override
        public Wakeup newWakeup(final Runnable task) {
            return () -> woken.add(task);
        }

        @Override
        public boolean runOnce(final long timeoutNanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean await(final CompletionQueue queue, final long timeoutNanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Timer newTimer(final Runnable task) {
            throw new UnsupportedOperationException();
        }
    }
}
