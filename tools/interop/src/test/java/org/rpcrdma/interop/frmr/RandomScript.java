// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPoolStatistics;
import org.rpcrdma.verbs.Access;

/**
 * Generates a script of operations that our pools and Linux's pools must execute identically. It avoids the differences
 * listed in {@link Difference}: requests that two pools can serve, drops below a floor, a floor that remains unmet, and
 * smaller keys for a pool that has never contained a handle.
 */
final class RandomScript {
    /** The number of operations after which the pools are shown. */
    private static final int OPERATIONS_AT_ONCE = 100;

    private static final int SLOTS = 200;
    private static final int MOST_POOLS = 24;
    private static final int MOST_SETTINGS = 2;
    private static final int[] REFUSALS = {5, 12, 16};

    /** Keys of all kinds, without their DMA blocks. Some keys belong to the driver itself. */
    private static final List<FrmrKey> KINDS = List.of(
            FrmrKey.of(0, 0),
            FrmrKey.of(1, 0),
            FrmrKey.of(7, 0),
            FrmrKey.of(0x10_0000, 0),
            FrmrKey.of(0x8000_0001, 0),
            new FrmrKey(true, 0, 0, 0, 0),
            new FrmrKey(true, 3, 1, 0, 0),
            new FrmrKey(false, 0, 1, 0, 0),
            new FrmrKey(false, 0, 0, 1, 0),
            new FrmrKey(false, 0, 1, 0x8000_0000_0000_0007L, 0));

    private final Random random;
    private final PoolPlayer player;
    private int operations;
    private int settings;
    private boolean refuses;

    RandomScript(final long seed, final PoolPlayer player) {
        random = new Random(seed);
        this.player = player;
    }

    /** Executes the given number of operations, and then closes the pools. */
    void play(final int count) {
        long millis = 0;
        player.play("set aging 1");
        while (operations < count) {
            millis = player.settleFrom(millis + pause());
            player.play("at " + millis);
            playMoment(Math.min(count, operations + OPERATIONS_AT_ONCE));
        }
        List.copyOf(player.slots.keySet()).forEach(slot -> player.play("push " + slot));
        player.play("show");
        player.play("cleanup");
        player.play("counts");
    }

    /**
     * Returns a pause. Most pauses are shorter than a period, so that pools age during use; some are longer than two
     * periods.
     */
    private long pause() {
        return 200 + (random.nextInt(4) == 0 ? random.nextInt(4_000) : random.nextInt(700));
    }

    private void playMoment(final int until) {
        settings = 0;
        while (operations < until) {
            operate(random.nextInt(1000));
        }
        endRefusal();
        if (random.nextInt(3) == 0) {
            player.play("set aging " + (1 + random.nextInt(2)));
        }
        player.play("lose " + (random.nextInt(10) == 0 ? 1 : 0));
        player.play("counts");
        player.play("show");
    }

    private void operate(final int choice) {
        if (choice < 500) {
            pop();
        } else if (choice < 930) {
            push();
        } else if (choice < 960) {
            drop();
        } else if (choice < 985) {
            pin();
        } else if (refuses) {
            endRefusal();
        } else {
            player.play("refuse " + REFUSALS[random.nextInt(REFUSALS.length)]);
            refuses = true;
            operations++;
        }
    }

    private void endRefusal() {
        if (refuses) {
            player.play("refuse 0");
            refuses = false;
        }
    }

    private void pop() {
        final FrmrKey key = key();
        final int slot = random.nextInt(SLOTS);
        if (!player.slots.containsKey(slot) && isUnambiguous(key)) {
            play("pop " + slot + " " + (key.ats() ? 1 : 0) + " " + Integer.toUnsignedString(key.accessFlags()) + " "
                    + Long.toUnsignedString(key.vendorKey()) + " " + Long.toUnsignedString(key.kernelVendorKey()) + " "
                    + key.dmaBlocks());
        }
    }

    private void push() {
        if (!player.slots.isEmpty()) {
            play("push " + anySlot());
        }
    }

    /** Drops a handle unless its pool would then be below its floor. */
    private void drop() {
        if (!player.slots.isEmpty()) {
            final int slot = anySlot();
            final FrmrPoolStatistics pool =
                    player.pools.pool(player.slots.get(slot).key()).statistics();
            if (pool.pinned() == 0 || pool.queued() + pool.inUse() > pool.pinned()) {
                play("drop " + slot);
            }
        }
    }

    private void play(final String line) {
        player.play(line);
        operations++;
    }

    private int anySlot() {
        final int least = random.nextInt(SLOTS);
        final Integer slot = player.slots.ceilingKey(least);
        return slot == null ? player.slots.firstKey() : slot;
    }

    /**
     * Sets a floor, or requests a floor that must be rejected. If a floor's handles were refused, the floor is lowered
     * or met.
     */
    private void pin() {
        if (settings >= MOST_SETTINGS) {
            return;
        }
        settings++;
        if (random.nextInt(8) == 0) {
            play("set pinned " + (random.nextBoolean() ? "2:8:0:0" : "0:8:2:0") + " 3");
            return;
        }
        final FrmrKey key = pinnableKey();
        if (key == null) {
            return;
        }
        final int floor = floor();
        play("set pinned " + text(key) + " " + floor);
        if (refuses && total(key) < floor) {
            endRefusal();
            play("set pinned " + text(key) + " " + (random.nextBoolean() ? 0 : floor));
        }
    }

    /** Returns a floor. Most floors are small; some exceed the 1,020 handles that fit in a page of Linux's stacks. */
    private int floor() {
        return switch (random.nextInt(40)) {
            case 0 -> 1_000 + random.nextInt(2_000);
            case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 -> 0;
            default -> random.nextInt(16);
        };
    }

    /**
     * Returns a key that users may pin, for an existing pool or a new pool. Returns null if the drawn key is
     * unsuitable.
     */
    private FrmrKey pinnableKey() {
        final List<FrmrPool> pools = player.pools.pools();
        final FrmrKey key = pools.isEmpty() || random.nextInt(4) == 0
                ? key()
                : pools.get(random.nextInt(pools.size())).key();
        final boolean isUsers = key.kernelVendorKey() == 0 && Access.isValid(key.accessFlags());
        return isUsers && isUnambiguous(key) && isOwnPool(key) ? key : null;
    }

    private int total(final FrmrKey key) {
        final FrmrPoolStatistics pool = player.pools.pool(key).statistics();
        return pool.queued() + pool.inUse();
    }

    private static String text(final FrmrKey key) {
        return Long.toHexString(key.vendorKey()) + ":" + Long.toHexString(key.dmaBlocks()) + ":"
                + Integer.toHexString(key.accessFlags()) + ":" + (key.ats() ? 1 : 0);
    }

    private FrmrKey key() {
        final FrmrKey kind = KINDS.get(random.nextInt(random.nextBoolean() ? 2 : KINDS.size()));
        final long blocks = switch (random.nextInt(8)) {
            case 0 -> random.nextInt(3);
            case 1 -> 1L << random.nextInt(40);
            default -> 1 + random.nextInt(64);
        };
        return new FrmrKey(kind.ats(), kind.accessFlags(), kind.vendorKey(), kind.kernelVendorKey(), blocks);
    }

    /**
     * Returns true if at most one pool can serve a key, and that pool has contained handles or has exactly that key.
     */
    private boolean isUnambiguous(final FrmrKey key) {
        final List<FrmrPool> serving = serving(key);
        if (serving.isEmpty()) {
            return player.pools.pools().size() < MOST_POOLS;
        }
        return serving.size() == 1
                && (serving.get(0).key().equals(key)
                        || serving.get(0).statistics().created() > 0);
    }

    private boolean isOwnPool(final FrmrKey key) {
        return serving(key).stream().allMatch(pool -> pool.key().equals(key));
    }

    private List<FrmrPool> serving(final FrmrKey key) {
        final List<FrmrPool> serving = new ArrayList<>();
        for (final FrmrPool pool : player.pools.pools()) {
            if (pool.key().serves(key)) {
                serving.add(pool);
            }
        }
        return serving;
    }
}
