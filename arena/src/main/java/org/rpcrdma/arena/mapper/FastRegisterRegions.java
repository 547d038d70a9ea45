// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.frmr.FastRegisterDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * The fast-register regions that a mapper uses. They come from the mapper's own pools in a protection domain.
 * Thread-safe if the domain is thread-safe.
 */
final class FastRegisterRegions implements AutoCloseable {
    private final FastRegisterDriver driver;
    private final FrmrPools pools;

    /** Regions that may still be VALID because the device has refused to destroy them. */
    private final List<Taken> doubtful = new ArrayList<>();

    /** A region that is in use. */
    record Taken(FrmrPool pool, int handle, FastRegisterRegion region) {}

    FastRegisterRegions(final ProtectionDomain domain, final Clock clock) {
        driver = new FastRegisterDriver(domain);
        pools = new FrmrPools(driver, clock);
    }

    FrmrPools pools() {
        return pools;
    }

    /** Takes a FREE region that can register a given number of pages. */
    Taken take(final long pages) {
        final FrmrPool pool = pools.pool(FrmrKey.of(0, pages));
        final int handle = pool.pop();
        try {
            return new Taken(pool, handle, driver.region(handle));
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, () -> pool.push(handle));
            throw e;
        }
    }

    /** Returns a FREE region to its pool. */
    void giveBack(final Taken taken) {
        taken.pool.push(taken.handle);
    }

    /** Destroys a region that may be VALID. If the device refuses to destroy it, a later call retries. */
    synchronized void discard(final Taken taken) {
        doubtful.add(taken);
        discardAll();
    }

    /** Destroys all doubtful regions. Returns the first failure; null if all were destroyed. */
    private VerbsException discardAll() {
        VerbsException first = null;
        for (int i = doubtful.size() - 1; i >= 0; i--) {
            final Taken taken = doubtful.get(i);
            try {
                driver.destroy(new int[] {taken.handle}, 1);
                taken.pool.drop();
                doubtful.remove(i);
            } catch (final VerbsException e) {
                first = first == null ? e : first;
            }
        }
        return first;
    }

    @Override
    public synchronized void close() {
        final VerbsException refusal = discardAll();
        if (refusal != null) {
            throw refusal;
        }
        pools.close();
    }
}
