// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests what other threads read from an endpoint's stack while its thread replaces the array of handles. */
class GrowingStackTest {
    private static final int BUFFERS = 100;
    /** The number of buffers for which a trimmed stack keeps memory. */
    private static final int FEW = FreeStack.PADDING;

    /** Buffers 1 to {@link #BUFFERS}, each of which can be taken once. */
    private static final class Buffers implements FreeList {
        private int taken;

        @Override
        public int take(final long[] handles, final int offset, final int count, final int first, final int owner) {
            for (int i = 0; i < count; i++) {
                handles[offset + i] = ++taken;
            }
            return count;
        }

        @Override
        public boolean put(final int buffer, final boolean isUse) {
            return true;
        }

        @Override
        public int shards() {
            return 1;
        }
    }

    private final Stacks stacks = new Stacks(0);
    private final EndpointStack stack = new EndpointStack(BUFFERS, BUFFERS);

    /** A reader loads the array before it grows, and the number of buffers after the growth. */
    @Test
    void shouldListOnlyFreeBuffersIfATrimmedStackGrowsMeanwhile() {
        stacks.add(stack);
        final long[] trimmed = growAfterTrim();
        stack.handles = trimmed;
        assertEquals(buffers(FEW), stacks.handlesOfEndpoints());
    }

    @Test
    void shouldListAllFreeBuffersOfATrimmedStackThatHasGrown() {
        growAfterTrim();
        assertEquals(buffers(BUFFERS), stacks.handlesOfEndpoints());
    }

    /** Trims the stack and pushes the other buffers. Returns the array that the stack had after it was trimmed. */
    private long[] growAfterTrim() {
        stacks.add(stack);
        final Buffers shards = new Buffers();
        stack.fetch(shards, FEW);
        stack.trim();
        final long[] trimmed = stack.handles;
        stack.fetch(shards, BUFFERS - FEW);
        return trimmed;
    }

    private static Set<Long> buffers(final int count) {
        return LongStream.rangeClosed(1, count).boxed().collect(Collectors.toSet());
    }
}
