// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;

/**
 * Mkeys that are made for one registration and destroyed after it, so that a key that a peer has known opens nothing
 * again. On a device in software making one takes no command.
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
