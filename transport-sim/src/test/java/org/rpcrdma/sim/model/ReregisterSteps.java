// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.model.ModelHost.isWritable;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_PD;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;
import static org.rpcrdma.verbs.extended.ReregisterError.CMD;
import static org.rpcrdma.verbs.extended.ReregisterError.INPUT;

import java.util.EnumMap;
import java.util.Map;
import org.rpcrdma.sim.model.Objects.Region;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Changes regions, and causes each of the five result codes of ibv_rereg_mr(3) to be returned. */
final class ReregisterSteps extends Steps {
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE | Access.MW_BIND;
    private static final int UNKNOWN_CHANGE = 1 << 3;
    private static final int ALL_CHANGES = CHANGE_TRANSLATION | CHANGE_PD | CHANGE_ACCESS;
    private static final int LONGEST = 8 * ModelMemory.PAGE;

    private final Map<ReregisterError, Integer> results = new EnumMap<>(ReregisterError.class);

    /** A random change. */
    private record Change(int changes, int domain, long address, long length, int access) {
        boolean has(final int change) {
            return (changes & change) != 0;
        }
    }

    ReregisterSteps(final World world, final Draw draw, final History history) {
        super(world, draw, history);
    }

    /** Returns the number of times that each result code occurred. */
    Map<ReregisterError, Integer> results() {
        return results;
    }

    @Override
    void step() {
        final Host host = anyHost();
        final Region region = draw.one(host.regions);
        if (region == null) {
            return;
        }
        final Change change = draw(host, region.model);
        final ReregisterError expected = outcome(host, region, change);
        history.add(() -> "reregister host=" + host.model.number + " key=0x" + Integer.toHexString(region.model.key)
                + " " + change + " expected=" + expected);
        ReregisterError error = null;
        try {
            final ProtectionDomain domain = change.domain < 0 ? null : host.domains[change.domain];
            region.real.reregister(change.changes, domain, change.address, change.length, change.access);
        } catch (final ReregisterException e) {
            error = e.error();
            results.merge(error, 1, Integer::sum);
        }
        assertEquals(expected, error, "reregister");
        apply(host, region, change, expected);
    }

    private Change draw(final Host host, final ModelKey key) {
        int changes = draw.oneIn(40) ? 0 : 1 + draw.below(ALL_CHANGES);
        changes |= draw.oneIn(50) ? UNKNOWN_CHANGE : 0;
        final int offset = ModelMemory.PAGE + draw.below((Host.PAGES - 2) * ModelMemory.PAGE);
        final int most = Math.min(LONGEST, (Host.PAGES - 1) * ModelMemory.PAGE - offset);
        final long address = host.block.address() + offset;
        long length = 1 + draw.below(most);
        if (draw.oneIn(40)) {
            length = draw.oneIn(2) ? 0 : host.block.length();
        }
        final int drawn = draw.oneIn(6) ? draw.below(RIGHTS + 1) : RIGHTS;
        final boolean isUpgrade = key.pin.isReadOnly && (changes & CHANGE_TRANSLATION) == 0 && !draw.oneIn(10);
        final int access = isUpgrade ? Access.REMOTE_READ | Access.MW_BIND : drawn;
        final boolean hasAccess = (changes & CHANGE_ACCESS) != 0 || draw.oneIn(40);
        final int domain = (changes & CHANGE_PD) != 0 && !draw.oneIn(60) ? draw.below(Host.DOMAINS) : -1;
        return new Change(changes, domain, address, length, hasAccess ? access : 0);
    }

    private static ReregisterError outcome(final Host host, final Region region, final Change change) {
        final boolean isTranslated = change.has(CHANGE_TRANSLATION);
        if ((change.changes & ~ALL_CHANGES) != 0
                || isTranslated && change.length == 0
                || !change.has(CHANGE_ACCESS) && change.access != 0
                || change.has(CHANGE_PD) && change.domain < 0) {
            return INPUT;
        }
        final boolean isInBlock = host.model.memory.contains(change.address, change.length);
        return isRefused(host, region.model, change, isInBlock) ? CMD : null;
    }

    /** Returns true if the device must reject the change. */
    private static boolean isRefused(final Host host, final ModelKey key, final Change change, final boolean isMemory) {
        final boolean isTranslated = change.has(CHANGE_TRANSLATION);
        final int pages = ModelHost.pages(change.address, change.length);
        return change.changes == 0
                || !key.isOpen
                || key.windows != 0
                || change.has(CHANGE_ACCESS) && !RegistrationSteps.isLegal(change.access)
                || change.has(CHANGE_ACCESS) && !isTranslated && key.pin.isReadOnly && isWritable(change.access)
                || isTranslated && (!isMemory || host.model.pinned + pages > host.model.memlock);
    }

    private static void apply(final Host host, final Region region, final Change change, final ReregisterError error) {
        final ModelKey key = region.model;
        if (error != null) {
            key.isOpen = key.isOpen && error.leavesRegionValid();
            return;
        }
        key.domain = change.has(CHANGE_PD) ? change.domain : key.domain;
        key.access = change.has(CHANGE_ACCESS) ? change.access : key.access;
        if (change.has(CHANGE_TRANSLATION)) {
            final int pages = ModelHost.pages(change.address, change.length);
            final ModelPin old = key.pin;
            key.pin = new ModelPin(host.model, pages, !isWritable(key.access));
            key.pin.hold();
            old.letGo();
            key.start = change.address;
            key.length = change.length;
            key.place = host.model.memory.contains(change.address, change.length)
                    ? (int) (change.address - host.block.address())
                    : -1;
        }
        host.remember(key.key);
        host.model.rekey(key, region.real.lkey());
    }
}
