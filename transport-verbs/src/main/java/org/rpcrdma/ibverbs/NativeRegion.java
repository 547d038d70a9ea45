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
package org.rpcrdma.ibverbs;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.VerbsException;

/** What {@code struct ibv_mr} says of every region, whatever it covers. */
abstract class NativeRegion extends NativeObject implements MemoryRegion {
    NativeRegion(final IbvDevice device) {
        super(device);
    }

    @Override
    public int lkey() {
        return Native.getInt(pointer() + MemoryLayouts.MR_LKEY);
    }

    @Override
    public int rkey() {
        return Native.getInt(pointer() + MemoryLayouts.MR_RKEY);
    }

    @Override
    public int handle() {
        return Native.getInt(pointer() + MemoryLayouts.MR_HANDLE);
    }

    /**
     * The pointer of a region that windows can be bound to, which are those of memory of the process.
     *
     * @throws VerbsException EOPNOTSUPP where it is none.
     */
    static long boundable(final MemoryRegion region) {
        if (region instanceof IbvMemoryRegion own) {
            return own.pointer();
        }
        throw new VerbsException(Errno.EOPNOTSUPP, "region takes no windows: region=" + region);
    }
}
