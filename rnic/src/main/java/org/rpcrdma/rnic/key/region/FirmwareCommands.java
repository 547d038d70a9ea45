// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;

/**
 * Commands of a device's driver for mkeys. Creating and destroying one is a command to the firmware;
 * programming and revoking one is a UMR work request. Each may be refused with a
 * {@link org.rpcrdma.verbs.VerbsException}; nothing has changed then.
 */
interface FirmwareCommands {
    /** Makes an mkey that opens nothing yet; returns its key, the handle of the other commands. */
    int create(FrmrKey properties);

    /** Destroys an mkey, whatever it is programmed to. */
    void destroy(int handle);

    /** Makes an mkey open pinned memory; its earlier memory it opens no more. */
    void program(int handle, int domain, Umem memory, long iova, int access);

    /** Makes an mkey open nothing. */
    void revoke(int handle);
}
