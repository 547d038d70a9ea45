// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import org.rpcrdma.arena.AddressBlock;

/** The address-only memory of a shard. */
record Addresses(long address) implements AddressBlock {
    @Override
    public long length() {
        return 65_536;
    }
}
