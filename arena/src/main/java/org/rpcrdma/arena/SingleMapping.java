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
package org.rpcrdma.arena;

/** A shard that the device uses as one range: one iova, one key. */
abstract class SingleMapping implements ShardMapping {
    private final long iova;
    private final int length;
    private boolean ended;

    SingleMapping(final long iova, final long length) {
        this.iova = iova;
        this.length = Math.toIntExact(length);
    }

    /** Bytes of a device page. */
    abstract int pageSize();

    /** Ends the mapping; called again where it failed. */
    abstract void end();

    @Override
    public final long iova(final int offset) {
        return iova + offset;
    }

    @Override
    public final int mappings() {
        return 1;
    }

    @Override
    public final long pages() {
        return DevicePages.covering(iova, length, pageSize());
    }

    @Override
    public final long bytes() {
        return length;
    }

    @Override
    public final void close() {
        if (!ended) {
            end();
            ended = true;
        }
    }
}
