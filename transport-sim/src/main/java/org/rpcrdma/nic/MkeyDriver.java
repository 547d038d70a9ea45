/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.agrona.collections.IntArrayList;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The driver under the pools: handles are mkeys. Their key holds what no later command can change, as mlx5's does: of
 * the access flags remote atomic, ATS (which this device does not have), and room for so many pages.
 *
 * <p>A pool's handles are destroyed all or none, but the device refuses them one by one: what it refuses is kept here
 * and tried again with the next. Like the device it belongs to the thread that runs the simulation.
 */
final class MkeyDriver implements FrmrDriver {
    /** Rights that an mkey is made with; all others are programmed. */
    static final int UNCHANGEABLE_ACCESS = Access.REMOTE_ATOMIC;

    /** The most pages that a work request can program: 4 GB of memory. */
    static final long MOST_BLOCKS = 1 << 20;

    private final MkeyCommands commands;
    private final IntArrayList refused = new IntArrayList();

    MkeyDriver(final MkeyCommands commands) {
        this.commands = commands;
    }

    /** The key of an mkey for a registration. */
    static FrmrKey keyFor(final int access, final long blocks) {
        return FrmrKey.of(access & UNCHANGEABLE_ACCESS, blocks);
    }

    @Override
    public void create(final FrmrKey key, final int[] handles, final int count) {
        int made = 0;
        try {
            for (; made < count; made++) {
                handles[made] = commands.create(key);
            }
        } finally {
            if (made < count) {
                destroy(handles, made);
            }
        }
    }

    @Override
    public void destroy(final int[] handles, final int count) {
        destroyRefused();
        for (int i = 0; i < count; i++) {
            if (!isDestroyed(handles[i])) {
                refused.addInt(handles[i]);
            }
        }
    }

    /** Tries again what the device has refused to destroy; returns how many are left. */
    int destroyRefused() {
        for (int i = refused.size() - 1; i >= 0; i--) {
            if (isDestroyed(refused.getInt(i))) {
                refused.fastUnorderedRemove(i);
            }
        }
        return refused.size();
    }

    private boolean isDestroyed(final int handle) {
        try {
            commands.destroy(handle);
            return true;
        } catch (final VerbsException e) {
            return false;
        }
    }

    @Override
    public FrmrKey buildKey(final FrmrKey requested) {
        if (requested.ats() || requested.vendorKey() != 0 || requested.dmaBlocks() > MOST_BLOCKS) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "the device's mkeys have no ATS, no vendor key and at most " + MOST_BLOCKS + " DMA blocks: "
                            + requested);
        }
        return keyFor(requested.accessFlags(), requested.dmaBlocks());
    }
}
