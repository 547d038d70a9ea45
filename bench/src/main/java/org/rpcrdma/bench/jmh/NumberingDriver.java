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
package org.rpcrdma.bench.jmh;

import java.util.concurrent.atomic.AtomicInteger;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;

/** A driver with no device: numbers handles and counts those that are gone. */
final class NumberingDriver implements FrmrDriver {
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger destroyed = new AtomicInteger();

    @Override
    public void create(final FrmrKey key, final int[] handles, final int count) {
        final int first = created.getAndAdd(count);
        for (int i = 0; i < count; i++) {
            handles[i] = first + i;
        }
    }

    @Override
    public void destroy(final int[] handles, final int count) {
        destroyed.getAndAdd(count);
    }
}
