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

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;

/** Mkeys out of the device's FRMR pools: nothing is made before it is needed, what lies idle ages. */
final class PooledMkeys implements MkeySource {
    private final FrmrPools pools;

    PooledMkeys(final FrmrPools pools) {
        this.pools = pools;
    }

    @Override
    public int take(final FrmrKey key) {
        return pools.pop(key);
    }

    @Override
    public void giveBack(final FrmrKey key, final int handle) {
        pools.push(key, handle);
    }

    @Override
    public void forget(final FrmrKey key) {
        pools.drop(key);
    }

    @Override
    public void close() {
        pools.close();
    }
}
