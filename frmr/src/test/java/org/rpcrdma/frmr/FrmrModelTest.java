// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.Errno.EBUSY;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.VerbsException;

/**
 * Runs random operations both on pools and on a simple model, which consists of two lists, a floor and a time for each
 * pool.
 */
class FrmrModelTest extends CountedPoolsTest {
    private static final int OPERATIONS = Effort.of(40_000, 1_000_000);
    private static final int MOST_IN_USE = 60;
    private static final long NEVER = Long.MAX_VALUE;

    private final TreeMap<FrmrKey, Model> models = new TreeMap<>();
    private final List<Popped> out = new ArrayList<>();
    private long period = TimeUnit.SECONDS.toNanos(60);

    @Test
    void shouldAgreeWithAModel() throws Exception {
        Seed.run(this::run);
    }

    private void run(final long seed) {
        final Random random = new Random(seed);
        for (int i = 0; i < OPERATIONS; i++) {
            driver.failCreate = random.nextInt(10) == 0;
            driver.failDestroy = random.nextInt(10) == 0;
            driver.refused = random.nextInt(5) == 0 ? random.nextInt(5) : 0;
            driver.made.clear();
            operate(random, random.nextInt(100));
            if (i % 64 == 0) {
                models.values().forEach(Model::check);
                assertEquals(models.values().stream().mapToInt(Model::total).sum(), driver.live.size());
            }
        }
        finish();
    }

    private void operate(final Random random, final int choice) {
        if (choice < 46 && out.size() < MOST_IN_USE) {
            pop(FrmrKey.of(random.nextInt(2), 1 + random.nextInt(24)));
        } else if (choice < 90) {
            push(random);
        } else if (choice < 92) {
            drop(random);
        } else if (choice < 93) {
            setPinned(FrmrKey.of(random.nextInt(2), 1 + random.nextInt(24)), random.nextInt(3) * random.nextInt(6));
        } else if (choice < 94) {
            setAgingPeriod(1 + random.nextInt(100));
        } else {
            advance(random.nextInt(4) == 0 ? 0 : (long) (random.nextDouble() * period));
        }
    }

    private void pop(final FrmrKey key) {
        final Model model = model(key);
        if (model.active.isEmpty() && model.inactive.isEmpty() && driver.failCreate) {
            assertThrows(VerbsException.class, () -> pools.pop(key));
            model.isRefused = model.created == 0;
        } else {
            final int handle = pools.pop(key);
            assertEquals(model.pop(), handle);
            out.add(new Popped(key, handle));
        }
        model.check();
    }

    private void push(final Random random) {
        if (!out.isEmpty()) {
            final Popped popped = out.remove(random.nextInt(out.size()));
            pools.push(popped.key, popped.handle);
            model(popped.key).push(popped.handle);
        }
    }

    private void drop(final Random random) {
        if (!out.isEmpty()) {
            final Popped popped = out.remove(random.nextInt(out.size()));
            driver.live.remove(popped.handle);
            driver.destroyed++;
            pools.drop(popped.key);
            final Model model = model(popped.key);
            model.inUse--;
            model.dropped++;
            if (model.total() < model.pinned) {
                model.passAt = clock.nanoTime();
            }
        }
    }

    private void setPinned(final FrmrKey key, final int count) {
        final Model model = model(key);
        model.pinned = count;
        if (model.total() < count && driver.failCreate) {
            assertThrows(VerbsException.class, () -> pools.setPinned(key, count));
            model.arm();
        } else {
            pools.setPinned(key, count);
            model.refill();
            model.passAt = clock.nanoTime();
        }
        model.check();
    }

    private void setAgingPeriod(final int seconds) {
        pools.setAgingPeriod(seconds);
        period = TimeUnit.SECONDS.toNanos(seconds);
        models.values().forEach(model -> model.passAt = clock.nanoTime() + period);
    }

    private void advance(final long nanos) {
        final long until = clock.nanoTime() + nanos;
        clock.advance(nanos);
        models.values().forEach(model -> model.passUntil(until));
        models.values().forEach(Model::check);
    }

    private void finish() {
        driver.failCreate = false;
        driver.failDestroy = false;
        driver.refused = 0;
        assertEquals(out.isEmpty(), models.values().stream().allMatch(model -> model.inUse == 0));
        if (!out.isEmpty()) {
            assertErrno(EBUSY, pools::close);
        }
        out.forEach(popped -> pools.push(popped.key, popped.handle));
        pools.close();
        assertTrue(driver.live.isEmpty());
        assertEquals(driver.created, driver.destroyed);
    }

    /**
     * Returns the pool that the model chooses: either the smallest suitable pool that the driver did not reject, or a
     * new pool.
     */
    private Model model(final FrmrKey key) {
        Model best = null;
        for (final Model model : models.values()) {
            final boolean fits = model.key.accessFlags() == key.accessFlags()
                    && model.key.dmaBlocks() >= key.dmaBlocks()
                    && model.key.dmaBlocks() <= 2 * key.dmaBlocks() - 1;
            if (fits && (best == null || model.key.dmaBlocks() < best.key.dmaBlocks())) {
                best = model;
            }
        }
        if (best == null || best.isRefused && !best.key.equals(key)) {
            best = new Model(key, pools.pool(key));
            models.put(key, best);
        }
        assertSame(best.pool, pools.pool(key));
        return best;
    }

    private record Popped(FrmrKey key, int handle) {}

    /** The model of a pool. The first element of a deque is the bottom of the stack, and the last is the top. */
    private final class Model {
        final FrmrKey key;
        final FrmrPool pool;
        final Deque<Integer> active = new ArrayDeque<>();
        final Deque<Integer> inactive = new ArrayDeque<>();
        int inUse;
        int maxInUse;
        int pinned;
        long hits;
        long misses;
        long pushed;
        long dropped;
        long created;
        long destroyed;
        long passAt = NEVER;
        boolean isRefused;

        Model(final FrmrKey key, final FrmrPool pool) {
            this.key = key;
            this.pool = pool;
            assertEquals(key, pool.key());
        }

        int total() {
            return active.size() + inactive.size() + inUse;
        }

        int pop() {
            inUse++;
            maxInUse = Math.max(maxInUse, inUse);
            if (total() == inUse) {
                misses++;
                return newHandle();
            }
            hits++;
            return active.isEmpty() ? inactive.removeLast() : active.removeLast();
        }

        void push(final int handle) {
            inUse--;
            pushed++;
            active.addLast(handle);
            if (active.size() == 1) {
                arm();
            }
        }

        void arm() {
            if (passAt == NEVER) {
                passAt = clock.nanoTime() + period;
            }
        }

        void refill() {
            while (total() < pinned && !driver.failCreate) {
                active.addLast(newHandle());
            }
        }

        void passUntil(final long until) {
            while (passAt <= until) {
                final long now = passAt;
                passAt = NEVER;
                boolean again = false;
                if (pinned == 0 || total() > pinned) {
                    again = !active.isEmpty();
                    final int spare = Math.min(inactive.size(), pinned == 0 ? inactive.size() : total() - pinned);
                    if (spare > 0 && driver.failDestroy) {
                        again = true;
                    } else {
                        final int left = Math.min(spare, driver.refused);
                        for (int i = 0; i < spare - left; i++) {
                            inactive.removeFirst();
                            destroyed++;
                        }
                        again |= left > 0;
                    }
                    inactive.addAll(active);
                    active.clear();
                } else if (total() < pinned) {
                    again = true;
                    refill();
                }
                if (again) {
                    passAt = now + period;
                }
            }
        }

        private int newHandle() {
            for (final int handle : driver.made) {
                if (key.equals(driver.live.get(handle))) {
                    driver.made.remove(handle);
                    created++;
                    isRefused = false;
                    return handle;
                }
            }
            throw new AssertionError("no handle was made for " + key);
        }

        void check() {
            assertEquals(active.size() + inactive.size(), pool.queued(), key::toString);
            assertEquals(inUse, pool.inUse(), key::toString);
            assertEquals(maxInUse, pool.maxInUse(), key::toString);
            assertEquals(pinned, pool.pinned(), key::toString);
            final FrmrPoolStatistics statistics = pool.statistics();
            assertEquals(
                    new FrmrPoolStatistics(
                            active.size() + inactive.size(),
                            inUse,
                            maxInUse,
                            pinned,
                            0,
                            hits,
                            misses,
                            pushed,
                            dropped,
                            created,
                            destroyed,
                            statistics.passes()),
                    statistics,
                    key::toString);
            assertEquals(created, destroyed + dropped + total());
        }
    }
}
