// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.verbs.VerbsException;

/**
 * Acquires mkeys from the cache for regions and programs them. On release, an mkey is revoked and returned to the
 * cache, or destroyed if it cannot be revoked.
 */
record ProgrammedMkeys(FirmwareCommands commands, MkeyCache cache, RegistrationCounters counters) {
    /** Acquires an mkey with at least the key's capabilities, programs it, and returns its handle. */
    int take(final FrmrKey key, final DomainUse domain, final Umem memory, final long iova, final int access) {
        final long createdBefore = counters.handlesCreated;
        final int handle = cache.pop(key);
        counters.handlesTaken++;
        counters.handlesReused += counters.handlesCreated == createdBefore ? 1 : 0;
        try {
            program(handle, domain, memory, iova, access);
        } catch (final RuntimeException e) {
            cache.push(key, handle); // still revoked, so it grants no access
            throw e;
        }
        return handle;
    }

    void program(final int handle, final DomainUse domain, final Umem memory, final long iova, final int access) {
        commands.program(handle, domain.number(), memory, iova, access);
    }

    void revoke(final int handle) {
        commands.revoke(handle);
    }

    /**
     * Revokes an mkey and returns it to the cache, or destroys it if it cannot be revoked.
     *
     * @throws VerbsException if both fail; the mkey is then kept.
     */
    void giveBack(final FrmrKey key, final int handle) {
        try {
            commands.revoke(handle);
        } catch (final VerbsException e) {
            commands.destroy(handle);
            cache.drop(key);
            return;
        }
        cache.push(key, handle);
    }
}
