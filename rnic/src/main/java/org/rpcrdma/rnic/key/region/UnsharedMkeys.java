// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;

/**
 * Mkeys that are created for one registration and destroyed afterwards. A key that a peer has seen therefore never
 * grants access again. On a software device, creating an mkey does not require a firmware command.
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

    /** Does nothing, because acquired mkeys are not counted. */
    @Override
    public void drop(final FrmrKey key) {}

    /** Does nothing, because no mkeys are cached. */
    @Override
    public void close() {}
}
