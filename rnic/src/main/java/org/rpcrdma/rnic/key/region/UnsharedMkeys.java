// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;

/**
 * Mkeys that are created for one registration and then destroyed, so that a key that a peer has seen never grants
 * access again. On a software device, creating an mkey is not a firmware command.
 */
record UnsharedMkeys(FirmwareCommands commands) implements MkeyCache {
    @Override
    public int pop(final FrmrKey key) {
        return commands.create(key);
    }

    @Override
    public void push(final FrmrKey key, final int handle) {
        commands.destroy(handle);
    }

    /** Does nothing: taken mkeys are not counted. */
    @Override
    public void drop(final FrmrKey key) {}

    /** Keeps nothing. */
    @Override
    public void close() {}
}
