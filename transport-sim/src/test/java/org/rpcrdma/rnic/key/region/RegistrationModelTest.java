// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.key.region.RegisteringHost.PAGE;
import static org.rpcrdma.rnic.key.region.RegisteringHost.PAGES;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_PD;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.region.RefusingFirmware.Command;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.VerbsException;

/**
 * Registers, changes and deregisters regions at random on a device that rejects some of the commands. A model predicts
 * the access that each region's key grants. Time passes between the steps, so that mkeys age.
 */
class RegistrationModelTest {
    private static final int STEPS = 100_000;
    private static final int MOST_REGIONS = 40;
    private static final int[] RIGHTS = {
        0,
        Access.REMOTE_READ,
        Access.LOCAL_WRITE,
        Access.LOCAL_WRITE | Access.REMOTE_WRITE,
        Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_READ,
        Access.LOCAL_WRITE | Access.REMOTE_ATOMIC
    };

    private final long seed = Seed.get();
    private final Random random = new Random(seed);
    private final RegisteringHost host = new RegisteringHost();
    private final DomainUse second = host.domains.open();
    private final List<Expected> live = new ArrayList<>();
    private int refusals;
    private int changes;

    /** The access that a region's key must grant; it must not grant any other access. */
    private static final class Expected {
        RnicMemoryRegion region;
        DomainUse domain;
        long address;
        long iova;
        long length;
        int access;
        /** The number of blocks that were requested for the region's mkey. */
        long requested;

        boolean isBroken;
    }

    @Test
    void shouldOpenRegisteredMemoryAndLeakNothing() {
        try {
            for (int step = 0; step < STEPS; step++) {
                step();
                if (step % 64 == 0) {
                    checkAll();
                }
            }
            host.commands.refused.clear();
            while (!live.isEmpty()) {
                close(live.get(0));
            }
            checkAll();
            assertTrue(refusals > 500 && changes > 1000, "refusals=" + refusals + " changes=" + changes);
            assertTrue(host.statistics.handlesReused() > STEPS / 10);
            assertTrue(host.statistics.handlesDestroyed() > 100);
            assertTrue(second.isEmpty());
            host.assertNothingLeft();
        } catch (final RuntimeException | AssertionError e) {
            throw new AssertionError("seed=" + seed, e);
        }
    }

    private void step() {
        host.commands.refused.clear();
        if (random.nextInt(10) == 0) {
            for (final Command command : Command.values()) {
                if (random.nextBoolean()) {
                    host.commands.refused.add(command);
                }
            }
        }
        final int choice = random.nextInt(10);
        if (live.isEmpty() || choice < 4 && live.size() < MOST_REGIONS) {
            register();
        } else if (choice < 7) {
            close(live.get(random.nextInt(live.size())));
        } else if (choice < 9) {
            change(live.get(random.nextInt(live.size())));
        } else {
            final long pause = random.nextInt(20) == 0 ? 70_000_000_000L : random.nextInt(1_000_000);
            host.simulation.runUntil(host.simulation.nanoTime() + pause);
        }
    }

    private void register() {
        final Expected expected = new Expected();
        place(expected);
        expected.iova = expected.address + (long) random.nextInt(3) * (1L << 50);
        expected.domain = random.nextBoolean() ? host.domain : second;
        expected.access = rights();
        try {
            expected.region = host.registrar.register(
                    expected.domain, expected.address, expected.length, expected.iova, expected.access);
        } catch (final VerbsException e) {
            refused(e);
            return;
        }
        expected.requested = Pages.count(expected.address, expected.length);
        live.add(expected);
        check(expected);
    }

    private void place(final Expected expected) {
        final int start = random.nextInt(PAGES * PAGE - 1);
        expected.address = host.address + start;
        expected.length = 1 + random.nextInt(Math.min(PAGES * PAGE - start, 1 << random.nextInt(19)));
    }

    private int rights() {
        return RIGHTS[random.nextInt(RIGHTS.length)];
    }

    private void close(final Expected expected) {
        final int key = expected.region.rkey();
        try {
            expected.region.close();
        } catch (final VerbsException e) {
            refused(e);
            return;
        }
        live.remove(expected);
        if (!expected.isBroken) {
            assertEquals(null, host.keys.find(key), "a closed key opens nothing");
        }
    }

    private void change(final Expected expected) {
        final Expected after = new Expected();
        after.region = expected.region;
        after.address = expected.address;
        after.length = expected.length;
        final int flags = 1 + random.nextInt(7);
        if ((flags & CHANGE_TRANSLATION) != 0) {
            place(after);
        }
        after.iova = (flags & CHANGE_TRANSLATION) != 0 ? after.address : expected.iova;
        after.domain = (flags & CHANGE_PD) != 0 && random.nextBoolean() ? second : expected.domain;
        after.access = (flags & CHANGE_ACCESS) != 0 ? rights() : expected.access;
        final boolean upgrades = (flags & CHANGE_TRANSLATION) == 0
                && expected.region.memory().direction() == DmaDirection.TO_DEVICE
                && (after.access & Access.LOCAL_WRITE) != 0
                && (flags & CHANGE_ACCESS) != 0;
        if (expected.isBroken) {
            return;
        }
        final int keyBefore = expected.region.rkey();
        try {
            expected.region.reregister(
                    flags,
                    after.domain.domain(),
                    after.address,
                    after.length,
                    (flags & CHANGE_ACCESS) != 0 ? after.access : 0);
        } catch (final VerbsException e) {
            if (!upgrades) {
                refused(e);
            }
            if (!host.commands.refused.contains(Command.REVOKE)) {
                assertEquals(null, host.keys.find(keyBefore), "what was refused opens nothing");
            }
            expected.isBroken = true;
            return;
        }
        assertTrue(!upgrades, "memory that is pinned for reading is not made writable");
        changes++;
        final long blocks = Pages.count(after.address, after.length);
        final boolean sameKind = ((after.access ^ expected.access) & Access.REMOTE_ATOMIC) == 0;
        final boolean inPlace = sameKind && ((flags & CHANGE_TRANSLATION) == 0 || blocks <= expected.requested);
        if (inPlace) {
            assertEquals(keyBefore, after.region.rkey());
        }
        after.requested = inPlace ? expected.requested : blocks;
        live.set(live.indexOf(expected), after);
        check(after);
    }

    private void refused(final VerbsException e) {
        assertTrue(!host.commands.refused.isEmpty(), "refused without a reason: " + e.getMessage());
        refusals++;
    }

    /** Checks the invariants that must hold between any two steps. */
    private void checkAll() {
        final Set<Integer> keys = new HashSet<>();
        int inUse = 0;
        int queued = 0;
        for (final Expected expected : live) {
            if (!expected.isBroken) {
                check(expected);
                assertTrue(keys.add(expected.region.rkey()), "no mkey is taken twice");
            }
        }
        for (final FrmrPool pool : host.pools.pools()) {
            inUse += pool.inUse();
            queued += pool.queued();
        }
        final long held =
                live.stream().filter(expected -> expected.region.hasHandle()).count();
        assertEquals(host.statistics.registrations() - host.statistics.deregistrations(), live.size());
        assertEquals(held, inUse);
        assertEquals(host.statistics.handlesHeld(), inUse + queued);
    }

    private void check(final Expected expected) {
        final KeyTable keys = host.keys;
        final DomainUse other = expected.domain == second ? host.domain : second;
        final int key = expected.region.rkey();
        final long last = expected.iova + expected.length - 1;
        assertEquals(expected.address, expected.region.address());
        assertEquals(expected.access, expected.region.access());
        assertEquals(FrmrMkeys.keyFor(expected.access, expected.requested), expected.region.frmrKey());
        assertTrue(keys.allows(expected.domain.number(), key, expected.iova, expected.length, expected.access, true));
        assertTrue(!keys.allows(other.number(), key, expected.iova, 1, 0, true), "another domain");
        assertTrue(!keys.allows(expected.domain.number(), key, last, 2, 0, true), "beyond the end");
        assertTrue(!keys.allows(expected.domain.number(), key, expected.iova - 1, 2, 0, true), "before the begin");
        for (int right = 1; right <= Access.REMOTE_ATOMIC; right <<= 1) {
            final boolean granted = (expected.access & right) != 0;
            assertEquals(
                    granted,
                    keys.allows(expected.domain.number(), key, expected.iova, 1, right, true),
                    "right " + right);
        }
        host.iommu.beginTransfer(false);
        assertEquals(
                expected.address + expected.length - 1,
                host.iommu.translate(keys.find(key).dmaAddress(last), 1, Iommu.DEVICE_READS));
    }
}
