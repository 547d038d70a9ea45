// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.region;

import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.layout.MemoryLayouts;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.ProtectionDomain;

/** A memory window, created by {@code ibv_alloc_mw}. */
public final class IbvMemoryWindow extends NativeObject implements MemoryWindow {
    private final NativeDomain domain;
    private final int type;

    /**
     * The key that the window had when it was allocated. The key in the library's structure changes with every bind, as
     * providers require.
     */
    private final int allocatedKey;

    public IbvMemoryWindow(final NativeDomain domain, final int type) {
        super(domain.context());
        this.domain = domain;
        this.type = type;
        begin(context().ops().allocateWindow.pointer(domain.pointer(), type));
        allocatedKey = Native.getInt(pointer() + MemoryLayouts.MW_RKEY);
    }

    @Override
    public int type() {
        return type;
    }

    public ProtectionDomain domain() {
        return domain;
    }

    @Override
    public int rkey() {
        return type == TYPE_2 ? allocatedKey : Native.getInt(pointer() + MemoryLayouts.MW_RKEY);
    }

    @Override
    public void restoreKey(final int rkey) {
        Native.setInt(pointer() + MemoryLayouts.MW_RKEY, rkey);
    }

    @Override
    public void close() {
        end(context().ops().deallocateWindow);
    }
}
