// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;

/**
 * Commands of a device's driver for mkeys. Creating and destroying one is a command to the firmware;
 * programming and revoking one is a UMR work request. Each command may fail with a
 * {@link org.rpcrdma.verbs.VerbsException} and then has no effect.
 */
interface FirmwareCommands {
    /** Creates an mkey without memory; returns its key, the handle for the other commands. */
    int create(FrmrKey properties);

    /** Destroys an mkey, regardless of its programming. */
    void destroy(int handle);

    /** Programs an mkey for pinned memory, replacing its previous memory. */
    void program(int handle, int domain, Umem memory, long iova, int access);

    /** Revokes an mkey. */
    void revoke(int handle);
}
