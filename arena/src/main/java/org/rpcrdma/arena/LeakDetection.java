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

/**
 * How closely an arena watches who holds its buffers. The levels are those that users of Netty know
 * (io.netty.util.ResourceLeakDetector); an arena can say of every buffer whether it is out, so here they choose what is known of a
 * buffer that is: where it was acquired.
 */
public enum LeakDetection {
    /** Nothing is recorded; {@link ReceiveArena#close()} names the buffers that are out. */
    DISABLED,
    /** One acquisition in 128 is recorded with where it was made. */
    SIMPLE,
    /** As {@link #SIMPLE}, and threads that release one buffer at the same moment are caught as well. */
    ADVANCED,
    /** Every acquisition is recorded, and every release: a second one tells where the first was. */
    PARANOID;

    private static final int SAMPLING = 128;

    /**
     * The bits of a handle that are all set in one whose acquisition is recorded: of its generation, so that it costs no count. Of
     * every buffer it is each 128th acquisition, or each, or with the sign bit, none.
     */
    long sampledHandles() {
        switch (this) {
            case DISABLED:
                return Long.MIN_VALUE;
            case PARANOID:
                return 0;
            default:
                return BufferHandle.ofGeneration(SAMPLING - 1);
        }
    }

    /** Whether two releases at the same moment are told apart, at the cost of an atomic operation each. */
    boolean catchesRaces() {
        return compareTo(ADVANCED) >= 0;
    }
}
