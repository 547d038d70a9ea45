// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;

/**
 * The mkey commands of a device's driver. Mkeys are created and destroyed by firmware commands, and programmed and
 * revoked by UMR work requests. A command that fails with a {@link org.rpcrdma.verbs.VerbsException} has no effect.
 */
interface FirmwareCommands {
    /** Creates an mkey without memory. Returns its key, which is the handle for the other commands. */
    int create(FrmrKey properties);

    /** Destroys an mkey, whether programmed or not. */
    void destroy(int handle);

    /** Programs an mkey for pinned memory, replacing its previous memory. */
    void program(int handle, int domain, Umem memory, long iova, int access);

    /** Revokes an mkey. */
    void revoke(int handle);
}
